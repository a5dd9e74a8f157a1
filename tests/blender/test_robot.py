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
    description = robot.data.linkwright
    names = [row.name for row in (*description.joints, *description.tools)]
    return np.array([robot.matrix_world @ robot.pose.bones[name].matrix for name in names]) @ np.asarray(X_BJ)


@pytest.mark.parametrize("q", POSES)
def test_solver_agrees_with_blender(extension, puma, q):
    model = extension.bridge.read_model(puma.data)
    q = np.clip(q, model.lower, model.upper)
    extension.bridge.write_positions(puma, q)
    X = extension.solvers.frames(extension.bridge.read_model(puma.data), q)
    np.testing.assert_allclose(bone_frames(extension, puma), X, atol=2e-6)


def test_solver_agrees_with_blender_for_every_preset(extension):
    for preset, _ in extension.bridge.presets.robot_presets():
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        assert bpy.ops.linkwright.add_robot(preset=preset) == {"FINISHED"}
        robot = bpy.context.object
        model = extension.bridge.read_model(robot.data)
        rng = np.random.default_rng(4)
        for q in (model.home, *(moved_somewhere(extension, model, rng) for _ in range(3))):
            extension.bridge.write_positions(robot, q)
            X = extension.solvers.frames(model, q)
            found = bone_frames(extension, robot)
            np.testing.assert_allclose(found, X, atol=1e-6 * max(1.0, model.reach), err_msg=preset)
            np.testing.assert_allclose(extension.bridge.read_positions(robot), q, atol=1e-6, err_msg=preset)


def moved_somewhere(extension, model, rng):
    return extension.bridge.moved(model, model.home, rng.uniform(-1.0, 1.0, model.nv))


def test_36_joints_in_series_agree(extension, tmp_path):
    path = tmp_path / "chain.raff"
    rows = [
        f'name = "j{row}"\nparent = "{f"j{row - 1}" if row else "base"}"\nd = 0.1\nalpha = {37 * row % 91}'
        for row in range(36)
    ]
    path.write_text(raff(*rows), encoding="utf-8")
    bpy.ops.linkwright.import_raff(filepath=str(path))
    robot = bpy.context.object
    model = extension.bridge.read_model(robot.data)
    q = np.random.default_rng(36).uniform(-2.0, 2.0, model.nq)
    extension.bridge.write_positions(robot, q)
    np.testing.assert_allclose(
        bone_frames(extension, robot), extension.solvers.frames(model, q), atol=5e-5 * model.reach
    )


def test_one_limit_of_a_shift_holds_alone(extension, tmp_path):
    path = tmp_path / "one.raff"
    path.write_text(raff('name = "a"\nkind = "prismatic"\nupper = 0.3'), encoding="utf-8")
    bpy.ops.linkwright.import_raff(filepath=str(path))
    robot = bpy.context.object
    extension.bridge.write_positions(robot, [2.0])
    assert bone_frames(extension, robot)[0][2, 3] == pytest.approx(0.3)
    extension.bridge.write_positions(robot, [-2.0])
    assert bone_frames(extension, robot)[0][2, 3] == pytest.approx(-2.0)


def test_a_robot_starts_inside_its_limits(extension, tmp_path):
    path = tmp_path / "one.raff"
    path.write_text(raff('name = "a"\nlower = 30\nupper = 90'), encoding="utf-8")
    bpy.ops.linkwright.import_raff(filepath=str(path))
    assert np.degrees(extension.bridge.read_positions(bpy.context.object)) == pytest.approx([30.0])


def test_adding_works_while_a_hidden_robot_is_posed(extension, puma):
    bpy.ops.object.mode_set(mode="POSE")
    puma.hide_viewport = True
    assert bpy.ops.linkwright.add_robot(preset="puma560") == {"FINISHED"}
    assert puma.hide_viewport


def test_a_missing_bone_is_survived(extension, puma):
    bpy.ops.object.mode_set(mode="EDIT")
    puma.data.edit_bones.remove(puma.data.edit_bones["elbow"])
    bpy.ops.object.mode_set(mode="OBJECT")
    assert extension.bridge.read_positions(puma)[2] == 0.0
    extension.bridge.write_positions(puma, [0.1] * 6)
    assert extension.bridge.read_positions(puma)[1] == pytest.approx(0.1)


def test_materials_of_a_linked_file_are_not_taken(extension, puma, tmp_path):
    library = str(tmp_path / "library.blend")
    bpy.ops.wm.save_as_mainfile(filepath=library)
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    with bpy.data.libraries.load(library, link=True) as (source, target):
        target.materials = source.materials
    bpy.ops.linkwright.add_robot(preset="puma560")
    used = {slot.material for item in bpy.context.object.children for slot in item.material_slots}
    assert {material.library for material in used} == {None}


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
        (raff('name = "a"\nd = 1e300'), "Joint 'a': has a length of 1e.300 m; up to 1e.06 m"),
        (raff('name = "a"\nb = 1e200\nr = -1e200'), "Joint 'a': has a length of 1e.200 m"),
        (raff('name = "a"\nd = 9e5', 'name = "b"\nparent = "a"\nd = 9e5'), "Joint 'b': lies 1.8e.06 m"),
        (raff('name = "a\\u0000b"'), "its name has a control character"),
        (raff('name = "a"', f'name = "{"n" * 64}"'), "its name has 64 bytes"),
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
    assert {bone.name for bone in robot.data.bones} == set(mechanism.frame_names)
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
