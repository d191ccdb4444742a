import { describe, expect, it } from 'vitest';
import { wireVerbs, type Verb } from './kernel/resource.ts';
import { offlineResources } from './offlineResources.ts';
import { resourceByName, resourceByRoute, resources } from './resources.ts';

const verbs: readonly Verb[] = ['page', 'list', 'detail', 'save', 'enable', 'disable', 'remove'];

describe('described resources', () => {
  it('have names, paths and routes of their own', () => {
    const names = resources.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const paths = resources.flatMap((resource) =>
      verbs.flatMap((verb) => wireVerbs(resource, verb).map((segment) => `${resource.service}/${resource.path}/${segment}`)),
    );
    expect(new Set(paths).size, 'two resources serve one path').toBe(paths.length);
    const routes = resources.flatMap(({ screens = [] }) => screens.map(({ route }) => route));
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('are kept by desks where they say so, and no others', () => {
    const kept = resources.filter(({ offline, view }) => offline && !view);
    expect(offlineResources.map(({ name }) => name).toSorted()).toEqual(kept.map(({ name }) => name).toSorted());
  });

  it.each(resources)('$name is whole', (resource) => {
    expect(resource.title.every((text) => text.trim() !== '')).toBe(true);
    expect(resource.fields).toHaveProperty(resource.display.name);
    if (resource.display.code) expect(resource.fields).toHaveProperty(resource.display.code);
    if (resource.laboratoryField && resource.laboratoryField !== resource.id) expect(resource.fields).toHaveProperty(resource.laboratoryField);
    for (const [name, field] of Object.entries(resource.fields)) {
      expect(
        field.label.every((text) => text.trim() !== ''),
        `${name} lacks a language`,
      ).toBe(true);
      if (field.ref) expect(() => resourceByName(field.ref ?? '')).not.toThrow();
      if (field.kind === 'choice' || field.kind === 'choiceList') expect(field.choices?.options.length).toBeGreaterThan(0);
    }
    const wireNames = Object.entries(resource.fields).map(([name, field]) => field.wire ?? name);
    expect(new Set(wireNames).size, 'two fields share a wire name').toBe(wireNames.length);
    expect(wireNames).not.toContain(resource.id);
    for (const { route, title } of resource.screens ?? []) {
      expect(resourceByRoute(route)?.resource.name).toBe(resource.name);
      expect(title.every((text) => text.trim() !== '')).toBe(true);
    }
  });

  it.each(resources)('$name says which of its fields tell who a patient is', (resource) => {
    const personal = /^(personName|patientName|telephone|credentialNo|idCard|patientNo|guardian\w*|husbandName)$/;
    for (const [name, field] of Object.entries(resource.fields)) {
      if (personal.test(name)) expect(field.patient, `${name} must say what it tells of a patient`).toBeDefined();
    }
    // Pickers remember names and codes of rows on the desk, in the open.
    for (const shown of [resource.display.name, resource.display.code ?? '']) expect(resource.fields[shown]?.patient).toBeUndefined();
  });
});
