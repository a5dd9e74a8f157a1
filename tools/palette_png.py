# SPDX-License-Identifier: GPL-3.0-or-later
"""Small PNG files: few colours, found by splitting the colours of the picture again and again."""

import struct
import zlib
from pathlib import Path

import numpy as np

COLOURS = 160


def write_palette_png(path: str, picture: np.ndarray) -> None:
    """Write a picture, (height, width, 3) from 0 to 1, with its best few colours."""
    levels = np.clip(np.round(picture * 255.0), 0, 255).astype(np.uint8)
    palette, indices = quantised(levels.reshape(-1, 3))
    height, width = levels.shape[:2]
    rows = np.zeros((height, width + 1), dtype=np.uint8)  # each row begins with its filter: none
    rows[:, 1:] = indices.reshape(height, width)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = [
        (b"IHDR", header),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    ]
    Path(path).write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, data) for kind, data in chunks))


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def quantised(pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A palette, (colours, 3), and the entry of each pixel."""
    codes = (pixels >> 2).astype(np.uint32) @ np.array([1 << 12, 1 << 6, 1], dtype=np.uint32)
    kinds, first, where, counts = np.unique(codes, return_index=True, return_inverse=True, return_counts=True)
    colours = pixels[first].astype(float)
    boxes = [np.arange(len(kinds))]
    while len(boxes) < COLOURS:
        spreads = [spread(colours[box], counts[box]) for box in boxes]
        widest = int(np.argmax(spreads))
        if spreads[widest] == 0.0:
            break
        boxes += split(colours, counts, boxes.pop(widest))
    entry = np.empty(len(kinds), dtype=np.uint8)
    palette = np.empty((len(boxes), 3), dtype=np.uint8)
    for row, box in enumerate(boxes):
        entry[box] = row
        palette[row] = np.round(np.average(colours[box], axis=0, weights=counts[box]))
    return palette, entry[where]


def spread(colours: np.ndarray, counts: np.ndarray) -> float:
    """How much a box of colours would gain from being split; rare colours count, too."""
    return float(np.ptp(colours, axis=0).max()) * float(counts.sum()) ** 0.3


def split(colours: np.ndarray, counts: np.ndarray, box: np.ndarray) -> list[np.ndarray]:
    """Two boxes, cut across the longest side, halfway between its middle and where half of the pixels are."""
    axis = int(np.argmax(np.ptp(colours[box], axis=0)))
    values = colours[box, axis]
    cut = (np.average(values, weights=counts[box]) + (values.min() + values.max()) / 2.0) / 2.0
    below = values <= cut
    return [box[below], box[~below]]
