import { useEffect, useState } from 'react';
import { openLive } from '#base/events/live-client.ts';
import type { ShownSettings } from '../widget-shapes.ts';
import { FiguresReader } from './figures-reader.ts';
import { createWidgetClient, type WidgetClient } from './widget-client.ts';
import { isSettings } from './widget-events.ts';

interface Widget<Figures> {
  readonly settings: ShownSettings | null;
  readonly figures: Figures | null;
}

/**
 * The live data of a page that shows figures, as `readFigures` asks for them, or of one without. A failure changes nothing on the screen: the last figures stay until there
 * are new ones.
 */
export function useWidget<Figures = null>(readFigures?: (client: WidgetClient) => Promise<Figures>): Widget<Figures> {
  const [settings, setSettings] = useState<ShownSettings | null>(null);
  const [figures, setFigures] = useState<Figures | null>(null);

  useEffect(() => {
    const key = new URLSearchParams(location.search).get('key');
    if (key === null) return;
    const client = createWidgetClient(key, 'figures');
    const reader = readFigures && new FiguresReader(() => readFigures(client), setFigures);
    const live = openLive({
      group: key,
      address: client.eventsAddress,
      receive: (event, data) => {
        if (event === 'settings' && isSettings(data)) setSettings(data);
        if (event === 'settings' || event === 'statistics') reader?.askSoon();
      },
    });
    return () => {
      reader?.close();
      live.close();
    };
  }, [readFigures]);

  return { settings, figures };
}
