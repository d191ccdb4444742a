import type { ComponentType } from 'react';
import { resourceByRoute } from '#domain/resources.ts';
import { ListScreen, type ListScreenProps } from './ListScreen.tsx';

const made = new Map<string, ComponentType>();

/**
 * The screen of a described route, with this screen's deviations, if any. Throws where no resource has the route.
 * One component a route for ever, so that a kept tab is not drawn anew.
 */
export function resourceScreen(route: string, slots: Omit<ListScreenProps, 'resource' | 'screen'> = {}): ComponentType {
  const known = made.get(route);
  if (known) return known;
  const found = resourceByRoute(route);
  if (!found) throw new Error(`no described resource has a screen at ${route}`);
  const { resource, screen } = found;
  const Screen = (): React.JSX.Element => <ListScreen resource={resource} screen={screen} {...slots} />;
  made.set(route, Screen);
  return Screen;
}
