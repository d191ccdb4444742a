import { describe, expect, it } from 'vitest';
import { commands } from './commands.ts';
import { menu, menuGaps } from './menu.ts';
import { resourceByRoute } from './resources.ts';
import { permissionCodes } from './system/menuNode.ts';

describe('the menu', () => {
  const leaves = menu.flatMap((area) => area.children ?? []);

  it('has a place for every command and every screen of a resource', () => {
    expect(menuGaps()).toEqual({ commands: [], routes: [] });
  });

  it('has one code and one route a screen, in both languages', () => {
    const codes = [...menu, ...leaves].map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(leaves.map(({ path }) => path)).size).toBe(leaves.length);
    for (const { code, label, permissions = [] } of [...menu, ...leaves]) {
      expect(
        label.every((text) => text !== ''),
        code,
      ).toBe(true);
      expect(new Set(permissions.map((permission) => permission.code)).size, code).toBe(permissions.length);
      expect(
        permissions.every((permission) => permission.label.every((text) => text !== '')),
        code,
      ).toBe(true);
    }
  });

  it('gives every command and verb a permission code to be granted', () => {
    const codes = permissionCodes(menu);
    for (const { permission } of commands) expect(codes).toContain(permission);
    expect(codes).toEqual(expect.arrayContaining(['laboratory_view', 'laboratory_save', 'commodity_disable', 'enterTip_remove']));
    expect(codes).not.toContain('sampleAttribute_remove');
  });

  it('keeps the contract’s own spelling of routes', () => {
    expect(resourceByRoute('/basic/send-sample-clinet')?.resource.name).toBe('sendSampleClient');
  });
});
