import type { ComponentType } from 'react';
import { type Resource, screenAt } from '#domain/kernel/resource.ts';
import { ListScreen, type ListScreenProps } from './ListScreen.tsx';

const made = new Map<string, ComponentType>();

/**
 * The screen of a resource at a route, with this screen's deviations, if any. Throws where the resource has none there.
 * One component a route for ever, so that a kept tab is not drawn anew.
 */
export function resourceScreen(resource: Resource, route: string, slots: Omit<ListScreenProps, 'resource' | 'screen'> = {}): ComponentType {
  const known = made.get(route);
  if (known) return known;
  const screen = screenAt(resource, route);
  const Screen = (): React.JSX.Element => <ListScreen resource={resource} screen={screen} {...slots} />;
  made.set(route, Screen);
  return Screen;
}
