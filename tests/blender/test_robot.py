# SPDX-License-Identifier: GPL-3.0-or-later
"""A robot in the scene: bones, channels, links, and the file that keeps them."""

import bpy
import numpy as np
import pytest

POSES = np.random.default_rng(560).uniform(-1.5, 1.5, size=(5, 6))


def bone_frames(extension, robot):
    """Blender's own poses of the joints' frames, in the world."""
    bpy.context.view_layer.update()
    X_BJ = extension.bridge.axes.X_BJ
    return np.array(
        [robot.matrix_world @ robot.pose.bones[joint.name].matrix for joint in robot.data.linkwright.joints]
    ) @ np.asarray(X_BJ)


@pytest.mark.parametrize("q", POSES)
def test_solver_agrees_with_blender(extension, puma, q):
    for bone in puma.pose.bones:  # the solver knows no limits here
        bone.constraints.remove(bone.constraints[0])
    extension.bridge.write_positions(puma, q)
    X = extension.solvers.frames(extension.bridge.read_model(puma.data), q)
    np.testing.assert_allclose(bone_frames(extension, puma), X, atol=2e-6)


def test_positions_survive_writing_and_reading(extension, puma):
    extension.bridge.write_positions(puma, POSES[0])
    np.testing.assert_allclose(extension.bridge.read_positions(puma), POSES[0], atol=1e-6)


def test_links_follow_their_bones(extension, puma):
    link = bpy.data.objects["PUMA 560 elbow"]
    extension.bridge.write_positions(puma, POSES[1] * 0.2)
    frames = bone_frames(extension, puma)
    row = [joint.name for joint in puma.data.linkwright.joints].index("elbow")
    np.testing.assert_allclose(np.array(link.matrix_world), frames[row], atol=2e-6)


def test_description_survives_saving_exactly(extension, puma, tmp_path):
    before = extension.bridge.read_mechanism(puma.data)
    path = tmp_path / "robot.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(path))
    bpy.ops.wm.open_mainfile(filepath=str(path))
    (armature,) = bpy.data.armatures
    assert extension.bridge.read_mechanism(armature) == before


def test_limits_hold_the_pose(extension, puma):
    extension.bridge.write_positions(puma, [0, 0, 0, 0, 3.0, 0])
    bpy.context.view_layer.update()
    bend = puma.pose.bones["wrist bend"]
    turned = (bend.parent.matrix.inverted() @ bend.matrix).to_quaternion()
    rest = (bend.bone.parent.matrix_local.inverted() @ bend.bone.matrix_local).to_quaternion()
    assert np.degrees(rest.rotation_difference(turned).angle) == pytest.approx(100.0, abs=1e-3)


def test_only_the_joints_own_channel_is_free(puma):
    for bone in puma.pose.bones:
        assert list(bone.lock_rotation) == [True, False, True]
        assert all(bone.lock_location)


def test_robot_has_a_collection_of_its_own_at_the_cursor(extension):
    bpy.context.scene.cursor.location = (1.0, 2.0, 3.0)
    bpy.ops.linkwright.add_robot(preset="puma560")
    robot = bpy.context.object
    assert tuple(robot.location) == (1.0, 2.0, 3.0)
    assert {item.name for item in bpy.data.collections["PUMA 560"].objects} >= {robot.name, "PUMA 560 base"}


@pytest.mark.parametrize("mode", ["POSE", "EDIT"])
def test_adding_leaves_other_modes_and_makes_the_new_robot_active(extension, puma, mode):
    bpy.ops.object.mode_set(mode=mode)
    bpy.ops.linkwright.add_robot(preset="puma560")
    assert bpy.context.mode == "OBJECT"
    assert puma.mode == "OBJECT"
    assert bpy.context.object != puma
    assert bpy.context.selected_objects == [bpy.context.object]


@pytest.mark.parametrize("hide", ["hide_viewport", "exclude"])
def test_adding_works_while_the_active_collection_is_hidden(extension, hide):
    hidden = bpy.data.collections.new("Hidden")
    bpy.context.scene.collection.children.link(hidden)
    layer = bpy.context.view_layer.layer_collection.children["Hidden"]
    bpy.context.view_layer.active_layer_collection = layer
    setattr(layer, hide, True)
    assert bpy.ops.linkwright.add_robot(preset="puma560") == {"FINISHED"}
    assert bpy.context.object.visible_get()


def raff(*joints):
    return 'raff = "1.0"\n[[robot]]\nname = "R"\n' + "".join(
        f"[[robot.joint]]\n{joint}\n" for joint in joints
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (raff(f'name = "{"n" * 64}"'), "its name has 64 bytes; Blender keeps 63"),
        (raff(f'name = "{"ü" * 32}"'), "its name has 64 bytes"),
        (raff('name = "a"\nd = 1e300'), "Joint 'a': lies 1e.300 m from the base"),
        (raff('name = "a"', f'name = "{"n" * 64}"'), "its name has 64 bytes"),
        (raff('name = "a"\nd = 1e200', 'name = "b"\nparent = "a"\nd = 1e308'), "Joint 'a': lies 1e.200 m"),
    ],
)
def test_what_blender_cannot_hold_is_refused_before_anything_is_made(extension, tmp_path, text, message):
    path = tmp_path / "odd.raff"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuntimeError, match=message):
        bpy.ops.linkwright.import_raff(filepath=str(path))
    assert not bpy.data.objects


@pytest.mark.parametrize(
    "text",
    [
        raff('name = "a"'),
        raff('name = "a"\nd = 1e-12', 'name = "b"\nparent = "a"\nr = 1e-12'),
        raff('name = "a"\nd = 9e5', 'name = "b"\nparent = "a"\nr = -1e-3'),
        raff(
            *(f'name = "j{row}"\nd = 0.1\nparent = "{f"j{row - 1}" if row else "base"}"' for row in range(60))
        ),
        raff('name = "quote\\" \\\\ [0]"\nr = 1', 'name = "ключ 関節"\nparent = "base"\nd = 1'),
    ],
    ids=["point", "tiny", "huge", "snake", "names"],
)
def test_odd_robots_are_made_whole(extension, tmp_path, text):
    path = tmp_path / "odd.raff"
    path.write_text(text, encoding="utf-8")
    assert bpy.ops.linkwright.import_raff(filepath=str(path)) == {"FINISHED"}
    robot = bpy.context.object
    mechanism = extension.bridge.read_mechanism(robot.data)
    assert {bone.name for bone in robot.data.bones} == {joint.name for joint in mechanism.joints}
    assert len(robot.children) == len(mechanism.joints) + 1


def test_a_link_leads_to_its_robot(extension, puma):
    bpy.context.view_layer.objects.active = bpy.data.objects["PUMA 560 flange"]
    assert extension.bridge.active_robot(bpy.context) == puma


def test_a_broken_file_changes_nothing(extension, tmp_path):
    good = '[[robot]]\nname = "A"\n[[robot.joint]]\nname = "one"\n'
    path = tmp_path / "broken.raff"
    path.write_text(
        'raff = "1.0"\n' + good + '[[robot]]\nname = "B"\n[[robot.joint]]\nname = "two"\nalfa = 1\n'
    )
    with pytest.raises(
        RuntimeError, match=r"broken\.raff: joint 'two': 'alfa' is not known; did you mean 'alpha'"
    ):
        bpy.ops.linkwright.import_raff(filepath=str(path))
    assert not bpy.data.objects
    assert not bpy.data.armatures
