# SPDX-License-Identifier: GPL-3.0-or-later
"""The materials of automatic links; one that the user has changed stays as it is."""

import bpy
from bpy.types import Material

from .lofts import Finish

LOOKS = {
    Finish.BODY: ("Linkwright body", (0.83, 0.835, 0.82), 0.0, 0.38),
    Finish.JOINT: ("Linkwright joint", (0.04, 0.05, 0.065), 0.0, 0.42),
    Finish.ACCENT: ("Linkwright accent", (0.95, 0.20, 0.02), 0.0, 0.4),
    Finish.STEEL: ("Linkwright steel", (0.50, 0.53, 0.57), 1.0, 0.30),
}
"""Name, colour, metallic, roughness."""
DULL = 0.3
"""Share of the metal that solid view shows: there is nothing around that could be mirrored."""


def link_material(finish: Finish) -> Material:
    """Our material for a finish, made where this file has none yet."""
    name, colour, metallic, roughness = LOOKS[finish]
    if known := bpy.data.materials.get((name, None)):  # of this file, not of a linked one
        return known
    material = bpy.data.materials.new(name)
    material.diffuse_color = (*colour, 1.0)
    material.metallic, material.roughness = DULL * metallic, roughness
    if material.node_tree is None:  # from Blender 5 on every material has one
        material.use_nodes = True
    shader = next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    shader.inputs["Base Color"].default_value = (*colour, 1.0)
    shader.inputs["Metallic"].default_value = metallic
    shader.inputs["Roughness"].default_value = roughness
    return material
