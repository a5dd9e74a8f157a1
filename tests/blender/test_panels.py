# SPDX-License-Identifier: GPL-3.0-or-later
"""What the panels say, drawn on a layout that only listens."""

import importlib
from types import SimpleNamespace

import bpy
import pytest


class Listener:
    """A layout that remembers every text, and the properties and operators it was asked to show."""

    def __init__(self, texts=None, properties=None):
        object.__setattr__(self, "texts", [] if texts is None else texts)
        object.__setattr__(self, "properties", [] if properties is None else properties)

    def __setattr__(self, name, value):
        """Blender's layouts have many switches; none of them matters here."""

    def __getattr__(self, name):
        def call(*arguments, text="", **options):
            check_property(name, arguments)
            check_options(name, {"text": text, **options})
            self.properties.extend(arguments[1:2] if name == "prop" else ())
            self.texts.append(
                text or " ".join(str(argument) for argument in arguments if isinstance(argument, str))
            )
            return Listener(self.texts, self.properties)

        return call


def check_property(name, arguments):
    """Blender only prints a line about a property that is not there; here it is an error."""
    if name in {"prop", "prop_search", "prop_decorator"}:
        assert hasattr(arguments[0], arguments[1]), arguments
    if name == "operator":
        module, _, function = arguments[0].partition(".")
        assert function in dir(getattr(bpy.ops, module)), arguments


def check_options(name, options):
    """What this Blender's layouts do not know is an error there, too."""
    parameters = bpy.types.UILayout.bl_rna.functions[name].parameters
    for option, value in options.items():
        if option == "icon":
            assert value in parameters["icon"].enum_items, value
        else:
            assert option in parameters or not value, (name, option)


@pytest.fixture
def drawn(extension):
    """Draws a panel and returns all that it says."""

    def draw(module, name):
        panel = getattr(importlib.import_module(f"{extension.name}.panels.{module}"), name)
        layout = Listener()
        panel.draw(SimpleNamespace(layout=layout), bpy.context)
        draw.properties = layout.properties
        return [text for text in layout.texts if text]

    return draw


@pytest.fixture
def draw_all(extension, drawn):
    """Draws every panel of the tab that is there; all texts."""

    def draw():
        texts = []
        for panel in importlib.import_module(f"{extension.name}.panels").CLASSES:
            in_tab = getattr(panel, "bl_category", "") == "Linkwright"
            if in_tab and (not hasattr(panel, "poll") or panel.poll(bpy.context)):
                module = panel.__module__.rpartition(".")[2]
                texts += drawn(module, panel.__name__)
        return texts

    return draw


def test_an_empty_scene_says_what_to_do_first(drawn):
    said = drawn("robot", "LINKWRIGHT_PT_robot")
    assert said[:3] == ["This scene has no robot yet.", "Begin with one of the library:", "PUMA 560"]
    assert "Open a RAFF File..." in said


def test_a_robot_that_is_not_selected_can_be(drawn, puma):
    bpy.context.view_layer.objects.active = None
    assert drawn("robot", "LINKWRIGHT_PT_robot")[0] == "Select a robot to work on it,"


def test_a_mesh_beside_a_robot_can_give_it_a_tool(drawn, puma):
    item = bpy.data.objects.new("gripper", bpy.data.meshes.new("gripper"))
    bpy.context.scene.collection.objects.link(item)
    bpy.context.view_layer.objects.active = item
    assert drawn("robot", "LINKWRIGHT_PT_robot")[0] == "linkwright.tool_from_face"


def test_a_robot_shows_its_joints(drawn, puma):
    said = drawn("joints", "LINKWRIGHT_PT_joints")
    joints = [joint.name for joint in puma.data.linkwright.joints]
    assert [text for text in said if text in joints] == joints
    assert said.count("share_0") == 6


def test_a_missing_bone_is_named(drawn, puma):
    with bpy.context.temp_override(object=puma):
        bpy.ops.object.mode_set(mode="EDIT")
        puma.data.edit_bones.remove(puma.data.edit_bones["elbow"])
        bpy.ops.object.mode_set(mode="OBJECT")
    assert "elbow: no bone has this name" in drawn("joints", "LINKWRIGHT_PT_joints")


def test_preferences_name_every_library_and_the_kernels(drawn):
    said = drawn("preferences", "LinkwrightPreferences")
    assert {"numba", "scipy", "mujoco", "hidapi", "pyserial"} <= set(said)
    assert any(text.startswith("Kernels: plain") for text in said)


@pytest.mark.parametrize("preset", ["puma560", "a255", "seven-axis", "joint-kinds", "stewart", "humanoid"])
def test_all_panels_draw_for_every_joint(extension, draw_all, preset):
    assert bpy.ops.linkwright.add_robot(preset=preset) == {"FINISHED"}
    description = bpy.context.object.data.linkwright
    for formulas in (False, True):
        description.show_formulas = formulas
        for index in range(len(description.joints)):
            description.active_joint = index
            assert description.joints[index].name in draw_all()


def test_panels_survive_a_description_that_is_impossible(puma, draw_all):
    puma.data.linkwright.joints["elbow"].d_text = "nonsense"
    puma.data.linkwright.joints["shoulder"].parent = "flange"
    said = draw_all()
    assert any("nonsense" in text or "circle" in text for text in said)
    assert "elbow" in said


@pytest.mark.parametrize("where", [-1, 99])
def test_panels_survive_an_index_without_a_row(puma, draw_all, where):
    description = puma.data.linkwright
    description.active_joint = description.active_tool = description.active_parameter = where
    description.active_pose = where
    assert "waist" in draw_all()


def test_panels_survive_a_linked_robot(puma, draw_all, tmp_path):
    file = str(tmp_path / "robot.blend")
    bpy.ops.wm.save_as_mainfile(filepath=file)
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    with bpy.data.libraries.load(file, link=True) as (source, target):
        target.objects = [name for name in source.objects if name == "PUMA 560"]
    bpy.context.scene.collection.objects.link(target.objects[0])
    bpy.context.view_layer.objects.active = target.objects[0]
    assert "elbow" in draw_all()
    assert not bpy.ops.linkwright.joint_add.poll()
    assert not bpy.ops.linkwright.pose_reset.poll()


def test_the_notation_gives_the_letters(puma, drawn):
    letters = {"kleinfinger": "γbαdθr", "modified-dh": "αaθd"}
    for preset, expected in (("puma560", letters["kleinfinger"]), ("seven-axis", letters["modified-dh"])):
        bpy.ops.linkwright.add_robot(preset=preset)
        said = drawn("links", "LINKWRIGHT_PT_links")
        assert [text for text in said if len(text) == 1] == list(expected)


def test_a_standard_row_ends_at_the_next_joint_or_at_the_tool(extension, drawn):
    bpy.ops.linkwright.add_robot(preset="a255")
    description = bpy.context.object.data.linkwright
    for index in range(len(description.joints)):
        description.active_joint = index
        said = drawn("links", "LINKWRIGHT_PT_links")
        assert [text for text in said if len(text) == 1] == list("θdaα")
    bpy.ops.linkwright.tool_remove()
    assert "Add Tool for a and α" in drawn("links", "LINKWRIGHT_PT_links")


def test_a_formula_is_shown_instead_of_a_slider(extension, drawn):
    bpy.ops.linkwright.add_robot(preset="joint-kinds")
    description = bpy.context.object.data.linkwright
    description.active_joint = description.joints.find("hinge")
    drawn("links", "LINKWRIGHT_PT_links")
    assert {"d_text", "r_text", "theta"} <= set(drawn.properties)
    assert "theta_text" not in drawn.properties
    description.show_formulas = True
    drawn("links", "LINKWRIGHT_PT_links")
    assert "theta_text" in drawn.properties


@pytest.mark.parametrize(
    ("scale", "words"), [((2.0, 2.0, 2.0), "another size"), ((1.0, 2.0, 1.0), "unevenly"), ((1, 1, 1), "")]
)
def test_a_scaled_object_is_told(puma, drawn, scale, words):
    puma.scale = scale
    said = " ".join(drawn("robot", "LINKWRIGHT_PT_robot"))
    assert words in said
    assert ("scaled" in said) == bool(words)


def test_a_unit_scale_is_told(puma, drawn):
    bpy.context.scene.unit_settings.scale_length = 0.001
    assert "Unit Scale is 0.001" in " ".join(drawn("robot", "LINKWRIGHT_PT_robot"))


def test_a_long_sentence_is_broken_into_lines(puma, drawn):
    puma.data.linkwright.problem = "This is wrong, and that takes a great many words to say. " * 3
    lines = [text for text in drawn("robot", "LINKWRIGHT_PT_robot") if len(text) > 15]
    assert len(lines) > 3
    assert max(map(len, lines)) < 45


@pytest.mark.parametrize(
    ("module", "name", "rows"),
    [
        ("links", "LINKWRIGHT_UL_joints", "joints"),
        ("parameters", "LINKWRIGHT_UL_parameters", "parameters"),
        ("tools", "LINKWRIGHT_UL_tools", "tools"),
        ("named_poses", "LINKWRIGHT_UL_poses", "poses"),
    ],
)
def test_every_row_of_a_list_can_be_renamed(extension, module, name, rows):
    bpy.ops.linkwright.add_robot(preset="joint-kinds")
    bpy.ops.linkwright.named_pose_store()
    description = bpy.context.object.data.linkwright
    cls = getattr(importlib.import_module(f"{extension.name}.panels.{module}"), name)
    for row in getattr(description, rows):
        layout = Listener()
        cls.draw_item(None, bpy.context, layout, description, row, 0, None, "")
        assert "name" in layout.properties


def test_the_list_of_links_is_sorted_as_a_tree_and_searched(extension):
    bpy.ops.linkwright.add_robot(preset="humanoid")
    description = bpy.context.object.data.linkwright
    cls = importlib.import_module(f"{extension.name}.panels.links").LINKWRIGHT_UL_joints
    last = description.joints[-1].name
    search = SimpleNamespace(filter_name=last.upper(), bitflag_filter_item=1)
    flags, places = cls.filter_items(search, bpy.context, description, "joints")
    assert sorted(places) == list(range(len(description.joints)))
    assert flags[-1] == 1
    assert 0 in flags


def test_hand_edits_offer_two_ways_out(puma, drawn):
    puma.data.linkwright.bent = "Bone 'elbow' was moved in Edit Mode."
    said = drawn("robot", "LINKWRIGHT_PT_robot")
    assert "Take Over" in said
    assert "Restore" in said
