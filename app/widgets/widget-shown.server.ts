import type { z } from 'zod';
import type { Project } from '#app/creators/creators.server.ts';
import type { WidgetDeps } from './widget-deps.server.ts';
import type { WidgetSettings } from './widget-settings-store.server.ts';
import { shownSettings } from './widget-shapes.ts';

type Shown = z.output<typeof shownSettings>;

/** The settings with what every widget page needs besides. */
export function settingsShown(deps: WidgetDeps, project: Project, settings: WidgetSettings): Shown {
  const { alert, statistics, sticker } = settings;
  const { userName, displayName: name, pattern, accent } = project;
  const address = `${deps.publicUrl.replace(/^https?:\/\//, '')}/${userName}`;
  return {
    alert,
    statistics,
    sticker,
    creator: { userName, name, address, pattern, accent },
    currency: deps.currency,
  };
}

/** The same as sent in the event stream: money in main units. */
export function settingsOnWire(deps: WidgetDeps, project: Project, settings: WidgetSettings) {
  return shownSettings.encode(settingsShown(deps, project, settings));
}
