# SPDX-License-Identifier: GPL-3.0-or-later
"""What dev.py is made of. Standard library only; none of it is shipped."""
