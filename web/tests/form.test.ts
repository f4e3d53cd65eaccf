import { describe, expect, it } from "vitest";
import { Pending, type Refusal } from "../src/form/editor";
import type { Trouble } from "../src/messages";
import { flatten, type Field, type MenuField, type NumberField } from "../src/form/fields";
import { called, formModel, presetOf, type Knowledge } from "../src/form/model";
import { outline } from "../src/form/panel";
import { complaint } from "../src/form/numberfields";
import { itemName, restartsAt, valueAtPath } from "../src/form/paths";
import { resolve, unitIn, type Schema, type Unit } from "../src/form/schema";

const VECTOR: Schema = {
  type: "array",
  prefixItems: [{ type: "number" }, { type: "number" }, { type: "number" }],
};
const PLACE: Schema = { type: "array", prefixItems: [{ type: "integer" }, { type: "integer" }] };
const kind = (name: string): Schema => ({ const: name, default: name, type: "string" });

/** A small relative of the schema of scenes, with everything that occurs in it once. */
const SCHEMA: Schema = {
  type: "object",
  properties: {
    id: { type: "string" },
    gravity: {
      anyOf: [
        { oneOf: [VECTOR, { type: "number" }, { enum: ["earth", "moon"], type: "string" }] },
        { type: "null" },
      ],
    },
    bodies: { type: "array", items: { $ref: "#/$defs/Surface" } },
    forces: { type: "array", items: { oneOf: [{ $ref: "#/$defs/Viscous" }] } },
    integrator: { oneOf: [{ $ref: "#/$defs/BDF2" }, { $ref: "#/$defs/Explicit" }, { $ref: "#/$defs/Odd" }] },
    dt: { type: "number", exclusiveMinimum: 0, label: "Time step", unit: "s" },
    events: { type: "array", items: { type: "object" } },
  },
  $defs: {
    Surface: {
      type: "object",
      properties: {
        kind: kind("surface"),
        id: { type: "string" },
        position: VECTOR,
        grid: {
          type: "array",
          prefixItems: [
            { type: "integer", minimum: 2 },
            { type: "integer", minimum: 2 },
          ],
        },
        periodic: { type: "array", prefixItems: [{ type: "boolean" }, { type: "boolean" }] },
        material: {
          anyOf: [{ oneOf: [{ $ref: "#/$defs/Elastic" }] }, { enum: ["cotton"], type: "string" }],
        },
        variant: { enum: ["exact", "kelager"], type: "string", label: "Formulation" },
        look: { type: "object", properties: {} },
        broken_links: { type: "array", items: { type: "array", prefixItems: [PLACE, PLACE] } },
        control_points: { type: "array", items: VECTOR },
        edges: {
          type: "array",
          items: { type: "string", enum: ["m0", "m1"] },
          labels: { m0: "m = 0", m1: "last m" },
        },
        times: { type: "array", items: { type: "number" } },
        mass: {
          anyOf: [
            { type: "number", exclusiveMinimum: 0 },
            { type: "array", items: { type: "number", exclusiveMinimum: 0 } },
          ],
          item: "Layer",
        },
      },
    },
    Elastic: {
      type: "object",
      properties: {
        kind: kind("elastic"),
        young: { type: "number", exclusiveMinimum: 0, unit: "Pa" },
        poisson: { type: "number", exclusiveMinimum: -1, maximum: 0.5 },
        shear: { anyOf: [{ type: "number", exclusiveMinimum: 0 }, { type: "null" }] },
      },
    },
    Viscous: {
      type: "object",
      properties: { kind: kind("viscous"), id: { type: "string" }, strength: { type: "number", minimum: 0 } },
    },
    BDF2: {
      type: "object",
      properties: {
        kind: { ...kind("bdf2"), label: "BDF2" },
        newton_iterations: { type: "integer", minimum: 1 },
      },
    },
    Explicit: { type: "object", properties: { kind: kind("explicit") } },
    Odd: { type: "object", required: ["table"], properties: { kind: kind("odd"), table: VECTOR } },
  },
};
const COTTON = { kind: "elastic", young: 5e6, poisson: 0.1, shear: null };
const KNOWN: Knowledge = {
  schema: SCHEMA,
  restarts: ["bodies.*.grid", "bodies.*.periodic", "integrator.kind"],
  materials: { cotton: COTTON },
  planets: { earth: 9.81, moon: 1.62 },
};
const SCENE = {
  id: "s",
  gravity: "earth",
  bodies: [
    {
      kind: "surface",
      id: "cloth",
      position: [0, 0, 1],
      grid: [24, 16],
      periodic: [true, false],
      material: COTTON,
      variant: "exact",
      look: { color: [0.1, 0.2, 0.3], texture: null },
    },
  ],
  forces: [{ kind: "viscous", id: "", strength: 0.3 }],
  integrator: { kind: "bdf2", newton_iterations: 30 },
  dt: 1 / 60,
  events: [],
};

const fields = (scene: object = SCENE): Map<string, Field> =>
  new Map(
    formModel(KNOWN, scene as Record<string, unknown>)
      .flatMap((group) => flatten(group.fields))
      .map((field) => [field.path, field]),
  );

describe("the form of other bodies", () => {
  const tuple = (count: number, item: Schema): Schema => ({
    type: "array",
    prefixItems: Array(count).fill(item),
  });
  const body = (name: string, properties: Record<string, Schema>): Schema => ({
    type: "object",
    required: ["material"],
    properties: { kind: kind(name), id: { type: "string" }, ...properties },
  });
  const of = (name: string, ...keys: string[]): Schema => ({
    type: "object",
    required: keys,
    properties: { kind: kind(name), ...Object.fromEntries(keys.map((key) => [key, { type: "number" }])) },
  });
  const law = (name: string, properties: Record<string, Schema>, more: Schema = {}): Schema => ({
    type: "object",
    required: Object.keys(properties),
    properties: { kind: kind(name), ...properties },
    ...more,
  });
  const temperature: Schema = { type: "number", unit: "°C", span: 300 };
  const laws: Schema[] = [
    law("thermoplastic", {
      relaxation_time: { type: "number", start: 0.2 },
      melting: { ...temperature, start: 150 },
    }),
    law("plastic", {
      limit: { type: "number", label: "Yield limit", start: { "": 0.02, stretching: 0.02 } },
    }),
    law("voigt", { retardation_time: { type: "number", start: 0.1 } }, { forgets: true }),
    { type: "object", properties: { kind: { ...kind("elastic"), label: "Elastic, as it is now" } } },
    law("odd", { number: { type: "number" } }),
  ];
  const list: Schema = { type: "array", items: VECTOR };
  const bodies: Schema = {
    type: "array",
    items: {
      oneOf: [
        { $ref: "#/$defs/Surface" },
        body("curve", {
          grid: tuple(1, { type: "integer", minimum: 2 }),
          periodic: tuple(1, { type: "boolean" }),
          material: { oneOf: [of("rod", "young"), of("cord", "stretching")] },
          plane: { anyOf: [VECTOR, { type: "null" }], start: [0, 0, 1] },
          flow: { anyOf: [{ oneOf: laws }, { type: "null" }], label: "Law of flow" },
        }),
        body("solid", {
          grid: tuple(3, { type: "integer", minimum: 2 }),
          periodic: tuple(3, { type: "boolean" }),
          material: { oneOf: [of("bulk", "young"), of("raw_bulk", "mass")] },
        }),
        body("mesh", { vertices: list, triangles: list, material: { oneOf: [{ $ref: "#/$defs/Elastic" }] } }),
      ],
    },
  };
  const known: Knowledge = { ...KNOWN, schema: { ...SCHEMA, properties: { bodies } } };
  const shown = (one: object): Map<string, Field> =>
    new Map(
      formModel(known, { bodies: [one] })
        .flatMap((group) => flatten(group.fields))
        .map((field) => [field.path, field]),
    );

  it("has as many numbers as their grid", () => {
    const rope = { kind: "curve", id: "rope", grid: [50], periodic: [true], plane: null };
    const curve = shown({ ...rope, material: { kind: "cord", stretching: 100 } });
    expect(curve.get("bodies.rope.grid")).toMatchObject({ type: "vector", value: [50], parts: ["n"] });
    expect(curve.get("bodies.rope.periodic.0")).toMatchObject({ label: "Closed", value: true });
    expect(curve.get("bodies.rope.material.stretching")).toMatchObject({ value: 100 });
    const plane = curve.get("bodies.rope.plane") as MenuField;
    expect(plane.options.map(({ value }) => value)).toEqual([null, [0, 0, 1]]);
    const jelly = { kind: "solid", id: "jelly", grid: [8, 9, 10], periodic: [true, false, false] };
    const solid = shown({ ...jelly, material: { kind: "bulk", young: 1000 } });
    expect(solid.get("bodies.jelly.grid")).toMatchObject({ value: [8, 9, 10], parts: ["l", "m", "n"] });
    expect(solid.get("bodies.jelly.periodic.0")).toMatchObject({ label: "Periodic along l", value: true });
    expect(solid.get("bodies.jelly.material.young")).toMatchObject({ value: 1000 });
  });

  it("offers laws of flow with numbers to begin with, and softens what is thermoplastic", () => {
    const rope = { kind: "curve", id: "rope", grid: [50], material: { kind: "cord", stretching: 100 } };
    const none = shown({ ...rope, flow: null }).get("bodies.rope.flow") as MenuField;
    expect(none.options.map(({ label, value }) => [label, value])).toEqual([
      ["None", null],
      ["Thermoplastic", { kind: "thermoplastic", relaxation_time: 0.2, melting: 150 }],
      ["Plastic", { kind: "plastic", limit: 2 }],
      ["Voigt", { kind: "voigt", retardation_time: 0.1 }],
      ["Elastic, as it is now", { kind: "elastic" }],
    ]);
    const soft = shown({ ...rope, flow: { kind: "thermoplastic", melting: 150 } });
    const menu = soft.get("bodies.rope.flow") as MenuField;
    expect(menu.options.map(({ label }) => label)).toEqual([
      "None, from the start", // what has flown would be lost
      "Thermoplastic",
      "Plastic",
      "Voigt, from the start",
      "Elastic, as it is now",
    ]);
    expect(soft.get("bodies.rope.flow.melting")).toMatchObject({ value: 150, unit: "°C", span: 300 });
    const yields = shown({ ...rope, flow: { kind: "plastic", limit: 7 } });
    expect(yields.get("bodies.rope.flow.limit")).toMatchObject({ label: "Yield limit", value: 7 });
    const damps = shown({ ...rope, flow: { kind: "voigt", retardation_time: 1 } }).get("bodies.rope.flow");
    expect((damps as MenuField).options[0]).toMatchObject({ label: "None" });
    expect(soft.get("bodies.rope.flow.heat")).toMatchObject({
      type: "actions",
      actions: [
        { name: "soften", message: { type: "heat", body: "rope", temperature: 150 } },
        { name: "cool", message: { type: "heat", body: "rope", temperature: null } },
      ],
    });
  });

  it("offers yes, no and what is meant unless told", () => {
    const known: Knowledge = {
      ...KNOWN,
      schema: {
        properties: {
          solver: {
            type: "object",
            properties: { own: { anyOf: [{ type: "boolean" }, { type: "null" }], label: "Meets itself" } },
          },
        },
      },
    };
    const [group] = formModel(known, { solver: { own: false } });
    const [field] = (group.fields[0] as { fields: Field[] }).fields;
    expect(field).toMatchObject({ type: "menu", label: "Meets itself", path: "solver.own" });
    expect((field as { options: unknown[] }).options).toEqual([
      { label: "Auto", value: null, chosen: false },
      { label: "Yes", value: true, chosen: false },
      { label: "No", value: false, chosen: true },
    ]);
  });

  it("offers materials by name where names are understood", () => {
    const solid = shown({ kind: "solid", id: "jelly", material: { kind: "bulk", young: 1000 } });
    expect(solid.get("bodies.jelly.material")).toMatchObject({ type: "section", label: "Material" });
    const sheet = formModel(known, { bodies: [{ kind: "surface", id: "hat", material: COTTON }] });
    const menu = flatten(sheet[0].fields).find(({ type }) => type === "menu") as MenuField;
    expect(menu.options).toMatchObject([{ value: "cotton", chosen: true }]);
  });

  it("heads a body with its id as it is, also one that is a word for something else", () => {
    for (const id of ["elastic", "four_units", "cloth"]) {
      const surface = shown({ kind: "surface", id, material: COTTON });
      expect(surface.get(`bodies.${id}`)).toMatchObject({ type: "section", label: id });
    }
  });

  it("leaves out the lists of a mesh", () => {
    const many = Array.from({ length: 5000 }, () => [0, 1, 2]);
    const mesh = shown({ kind: "mesh", id: "hat", vertices: many, triangles: many, material: COTTON });
    expect(mesh.size).toBeLessThan(10);
  });
});

describe("the form of a scene", () => {
  it("has a slider for one number, or one for each layer", () => {
    const [body] = SCENE.bodies;
    const of = (mass: number | number[]): Map<string, Field> =>
      fields({ ...SCENE, bodies: [{ ...body, mass }] });
    expect(of(2).get("bodies.cloth.mass")).toMatchObject({ type: "number", value: 2 });
    const each = of([1, 5]);
    expect(each.get("bodies.cloth.mass")).toMatchObject({ type: "section" });
    expect(each.get("bodies.cloth.mass.1")).toMatchObject({ type: "number", value: 5, label: "Layer 2" });
  });

  it("offers what is in lists: points, places, numbers and words", () => {
    const [body] = SCENE.bodies;
    const found = fields({
      ...SCENE,
      bodies: [
        {
          ...body,
          broken_links: [
            [
              [1, 2],
              [1, 3],
            ],
          ],
          control_points: [
            [0, 0, 0],
            [1, 2, 3],
          ],
          edges: ["m1"],
          times: [0.5, 1],
        },
      ],
    });
    expect(found.get("bodies.cloth.control_points.1")).toMatchObject({ type: "vector", value: [1, 2, 3] });
    expect(found.get("bodies.cloth.broken_links.0.1")).toMatchObject({
      label: "To",
      value: [1, 3],
      parts: ["m", "n"],
    });
    expect(found.get("bodies.cloth.times.0")).toMatchObject({ type: "number", value: 0.5 });
    expect(found.get("bodies.cloth.edges")).toMatchObject({
      type: "choices",
      value: ["m1"],
      labels: ["m = 0", "last m"],
    });
    const many = Array.from({ length: 500 }, () => [0, 0, 0]);
    const long = fields({ ...SCENE, bodies: [{ ...body, control_points: many }] });
    expect(long.has("bodies.cloth.control_points.0")).toBe(false);
  });

  it("has a group for what the scene has", () => {
    expect(formModel(KNOWN, SCENE).map(({ label }) => label)).toEqual([
      "Body",
      "Forces",
      "Integrator",
      "Time",
    ]);
  });

  it("names parameters by paths that pliant understands", () => {
    const paths = [...fields().keys()];
    expect(paths).toContain("bodies.cloth.material.young");
    expect(paths).toContain("bodies.cloth.look.color");
    expect(paths).toContain("forces.0.strength"); // no id, so its place
    expect(paths).toContain("integrator.kind");
    expect(paths).toContain("bodies.cloth.periodic.0");
    expect(paths).not.toContain("events");
    expect(paths.some((path) => path.endsWith(".id"))).toBe(false);
  });

  it("takes units and limits from the schema", () => {
    expect(fields().get("bodies.cloth.material.young")).toMatchObject({
      type: "number",
      unit: "Pa",
      value: 5e6,
    });
    expect(fields().get("bodies.cloth.material.poisson")).toMatchObject({
      limits: { exclusiveMinimum: -1, maximum: 0.5, integer: false },
    });
    expect(fields().get("dt")).toMatchObject({ label: "Time step", unit: "s" });
  });

  it("knows what may be left to pliant", () => {
    expect(fields().get("bodies.cloth.material.shear")).toMatchObject({ optional: true, value: null });
    expect((fields().get("dt") as NumberField).optional).toBe(false);
  });

  it("puts what matters most at the top of a body", () => {
    const [body] = formModel(KNOWN, SCENE)[0].fields as { fields: Field[] }[];
    expect(body.fields.map(({ type, label }) => `${type} ${label}`)).toEqual([
      "menu Material",
      "vector Grid",
      "menu Formulation",
      "colour Color",
      "section Constants",
      "section Start",
    ]);
  });

  it("marks what starts the scene anew", () => {
    expect(fields().get("bodies.cloth.grid")?.restarts).toBe(true);
    expect(fields().get("bodies.cloth.periodic.1")?.restarts).toBe(true);
    expect(fields().get("bodies.cloth.material.young")?.restarts).toBe(false);
  });

  it("shows the preset that a material is, and its own if it is none", () => {
    const chosen = (scene: object): string | undefined => {
      const all = formModel(KNOWN, scene as Record<string, unknown>).flatMap((group) =>
        flatten(group.fields),
      );
      const menu = all.find(
        ({ type, path }) => type === "menu" && path === "bodies.cloth.material",
      ) as MenuField;
      return menu.options.find((option) => option.chosen)?.label;
    };
    expect(chosen(SCENE)).toBe("Cotton");
    const [body] = SCENE.bodies;
    expect(chosen({ ...SCENE, bodies: [{ ...body, material: { ...COTTON, young: 1 } }] })).toBe("Custom");
    expect(presetOf({ cotton: COTTON }, { ...COTTON })).toBe("cotton");
  });

  it("offers kinds that need nothing else", () => {
    const menu = fields().get("integrator.kind") as MenuField;
    expect(menu.options.map(({ value }) => value)).toEqual(["bdf2", "explicit"]);
    expect(menu.restarts).toBe(true);
  });

  it("offers planets, a number, a vector and nothing for gravity", () => {
    const menu = fields().get("gravity") as MenuField;
    expect(menu.options.map(({ value }) => value)).toEqual([null, [0, 0, -9.81], 9.81, "earth", "moon"]);
    expect(menu.options.filter((option) => option.chosen).map(({ value }) => value)).toEqual(["earth"]);
    const vector = fields({ ...SCENE, gravity: [0, 0, -1] }).get("gravity");
    expect(vector).toMatchObject({ type: "vector", value: [0, 0, -1] });
  });

  it("keeps its outline when only values change", () => {
    const before = outline(formModel(KNOWN, SCENE));
    expect(outline(formModel(KNOWN, { ...SCENE, dt: 0.01 }))).toBe(before);
    expect(outline(formModel(KNOWN, { ...SCENE, integrator: { kind: "explicit" } }))).not.toBe(before);
  });
});

describe("paths", () => {
  it("name items by id, or by place where an id would be misread", () => {
    expect(itemName({ id: "cloth" }, 3)).toBe("cloth");
    expect(itemName({ id: "" }, 3)).toBe("3");
    expect(itemName({ id: "a.b" }, 3)).toBe("3");
    expect(itemName({ id: "7" }, 3)).toBe("3");
  });

  it("lead to values", () => {
    expect(valueAtPath(SCENE, "bodies.cloth.material.young")).toBe(5e6);
    expect(valueAtPath(SCENE, "forces.0.strength")).toBe(0.3);
    expect(valueAtPath(SCENE, "bodies.nobody.material")).toBeUndefined();
  });

  it("start the scene anew below a pattern, not above it", () => {
    expect(restartsAt("bodies.cloth.grid", ["bodies.*.grid"])).toBe(true);
    expect(restartsAt("bodies.cloth.grid.0", ["bodies.*.grid"])).toBe(true);
    expect(restartsAt("bodies.cloth", ["bodies.*.grid"])).toBe(false);
    expect(restartsAt("bodies.cloth.material", ["bodies.*.grid"])).toBe(false);
  });
});

describe("the schema", () => {
  it("follows references and says when they lead nowhere", () => {
    expect(resolve(SCHEMA, { $ref: "#/$defs/Explicit", title: "mine" })).toMatchObject({
      type: "object",
      title: "mine",
    });
    expect(() => resolve(SCHEMA, { $ref: "#/$defs/Nothing" })).toThrow("Nothing");
  });
});

describe("what is typed", () => {
  const limits = { minimum: 0, exclusiveMinimum: null, maximum: null, exclusiveMaximum: 10, integer: true };

  it("is refused with a reason before it is sent", () => {
    expect(complaint(-1, limits)).toBe("Must be at least 0.");
    expect(complaint(10, limits)).toBe("Must be less than 10.");
    expect(complaint(1.5, limits)).toBe("Must be a whole number.");
    expect(complaint(3, limits)).toBe("");
  });
});

describe("a refusal of the server", () => {
  const trouble = (text: string, more: Partial<Trouble> = {}): Trouble => ({
    type: "trouble",
    kind: "input",
    text,
    body: null,
    offers: [],
    path: "",
    why: "",
    offer: "",
    changes: [],
    ...more,
  });

  it("goes to the field that it is about, else to the last one", () => {
    const told: string[] = [];
    const pending = new Pending();
    pending.sent({ path: "dt", refuse: ({ reason }) => told.push(`dt: ${reason}`) });
    pending.sent({ path: "seconds", refuse: ({ reason }) => told.push(`seconds: ${reason}`) });
    pending.sent({ path: "bodies.cloth.grid", refuse: ({ reason }) => told.push(`grid: ${reason}`) });
    expect(pending.refused(trouble("dt: too large"))).toBe(true);
    expect(pending.refused(trouble("bodies.cloth.grid: needs time", { path: "seconds" }))).toBe(true);
    expect(pending.refused(trouble("no such thing"))).toBe(true);
    expect(pending.refused(trouble("nobody did this"))).toBe(false);
    expect(told).toEqual(["dt: Too large.", "seconds: Needs time.", "grid: No such thing."]);
  });

  it("are sentences without places in the scene", () => {
    const told: string[] = [];
    const pending = new Pending();
    for (const reason of ["scene: bodies[0].flow.melting: it melts later: hotter", "Set: value: no."]) {
      pending.sent({ path: "dt", refuse: (said) => told.push(said.reason) });
      pending.refused(trouble(reason));
    }
    expect(told).toEqual(["It melts later: hotter.", "No."]);
  });

  it("says what stands in the way, and brings the way around it", () => {
    const pending = new Pending();
    const told: Refusal[] = [];
    pending.sent({ path: "integrator.kind", refuse: (said) => told.push(said) });
    const changes = [{ path: "obstacles.floor.friction", value: 0 }];
    const why = "The friction of 'floor' (0.3) does not go with it";
    pending.refused(trouble("scene: …", { path: "integrator.kind", why, offer: "Set it to 0", changes }));
    expect(told).toEqual([{ reason: `${why}.`, offer: "Set it to 0", changes }]);
  });

  it("finds its field also if another change was answered meanwhile", () => {
    const told: [string, Refusal][] = [];
    const pending = new Pending((path, refusal) => told.push([path, refusal]) > 0);
    pending.sent({ path: "integrator.kind", refuse: () => {} });
    pending.accepted();
    expect(
      pending.refused(trouble("scene: …", { path: "integrator.kind", why: "Friction", offer: "0" })),
    ).toBe(true);
    expect(told).toEqual([["integrator.kind", { reason: "Friction.", offer: "0", changes: [] }]]);
    expect(pending.refused(trouble("there is nothing to undo"))).toBe(false);
  });

  it("blames no field for what was accepted", () => {
    const pending = new Pending();
    pending.sent({ path: "dt", refuse: () => {} });
    pending.accepted();
    expect(pending.refused(trouble("dt: too large"))).toBe(false);
  });
});

describe("units", () => {
  it("may go by what else a body has", () => {
    const stress: Unit = { by: "material.kind", springs: "N", sheet: "N/m", "": "Pa" };
    const limit: Unit = { by: "fracture.measure", stress, deformation: "m", "": "" };
    const body = (kind: string, measure: string): object => ({ material: { kind }, fracture: { measure } });
    expect(["bulk", "springs", "sheet"].map((kind) => unitIn(stress, body(kind, "")))).toEqual([
      "Pa",
      "N",
      "N/m",
    ]);
    expect(unitIn(limit, body("springs", "stress"))).toBe("N");
    expect(unitIn(limit, body("springs", "deformation"))).toBe("m");
    expect(unitIn(limit, body("springs", "elongation"))).toBe("");
    expect(unitIn({ by: "dimension", "1": "kg/m", "3": "kg/m³" }, { dimension: 3 })).toBe("kg/m³");
    expect(unitIn("Pa", undefined)).toBe("Pa");
  });
});

describe("words", () => {
  it("of parameters and choices are those of the form", () => {
    const form = formModel(KNOWN, SCENE);
    expect(called(form, "dt")).toBe("Time step");
    expect(called(form, "bodies.nobody.fibre_angle")).toBe("Fibre angle");
    expect(called(form, "integrator.kind", "bdf2")).toBe("BDF2");
    expect(called(form, "solver.kind", "direct")).toBe("Direct");
  });
});
