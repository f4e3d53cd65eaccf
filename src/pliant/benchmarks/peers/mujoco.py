"""MuJoCo: a flex of triangles with elasticity, in its integrator for it, `discrete`.

Young's modulus 1 MPa and a thickness of 1 mm are a membrane stiffness of 1000 N/m and a bending stiffness of
0.92e-4 N·m.
"""

# pyright: reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

from collections.abc import Callable

import mujoco
import numpy as np
from hanging import FRAME, pinned

_MODEL = """
<mujoco>
  <option gravity="0 0 -9.81" timestep="{step}" integrator="discrete" solver="CG" iterations="100"/>
  <size memory="1G"/>
  <worldbody>
    <flexcomp name="cloth" type="grid" dim="2" count="{n} {n} 1" spacing="{h} {h} {h}" mass="0.2" radius="0.001">
      <pin id="{pins}"/>
      <elasticity young="1e6" poisson="0.3" thickness="1e-3" elastic2d="both"/>
      <contact contype="0" conaffinity="0" selfcollide="none"/>
    </flexcomp>
  </worldbody>
</mujoco>
"""


def cloth(nodes: int, steps: int) -> tuple[Callable[[], None], Callable[[], np.ndarray]]:
    pins = " ".join(str(node) for node in pinned(nodes))
    text = _MODEL.format(n=nodes, h=1.0 / (nodes - 1), step=FRAME / steps, pins=pins)
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return lambda: mujoco.mj_step(model, data, steps), lambda: np.array(data.flexvert_xpos)


_DRAPED = """
<mujoco>
  <option gravity="0 0 -9.81" timestep="{step}" integrator="discrete" solver="CG" iterations="100"/>
  <size memory="1G"/>
  <worldbody>
    <geom type="sphere" size="0.3" friction="0.3"/>
    <flexcomp name="cloth" type="grid" dim="2" count="{n} {n} 1" spacing="{h} {h} {h}" mass="0.2" radius="0.001"
      pos="0 0 0.311">
      <elasticity young="1e6" poisson="0.3" thickness="1e-3" elastic2d="both"/>
      <contact selfcollide="auto" friction="0.3"/>
    </flexcomp>
  </worldbody>
</mujoco>
"""


def draped(nodes: int, steps: int) -> tuple[Callable[[], None], Callable[[], np.ndarray]]:
    model = mujoco.MjModel.from_xml_string(_DRAPED.format(n=nodes, h=1.0 / (nodes - 1), step=FRAME / steps))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return lambda: mujoco.mj_step(model, data, steps), lambda: np.array(data.flexvert_xpos)
