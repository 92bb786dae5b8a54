import { useEffect, useState } from 'react';
import { openLive } from '#base/events/live-client.ts';
import type { ShownSettings } from '../widget-shapes.ts';
import { readInOrder } from './read-in-order.ts';
import { createWidgetClient, type WidgetClient } from './widget-client.ts';
import { isSettings } from './widget-events.ts';

/** Many pages receive the same event at once: random delays spread their requests. */
const askWithin = 400;
const askAgain = 20_000;

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
    const closing = new AbortController();
    const client = createWidgetClient(key, 'figures');
    let asking: ReturnType<typeof setTimeout> | undefined;
    const read =
      readFigures &&
      readInOrder(
        () => readFigures(client),
        (answer) => closing.signal.aborted || setFigures(answer),
      );
    const askSoon = () => {
      if (read === undefined) return;
      clearTimeout(asking);
      asking = setTimeout(read, Math.random() * askWithin);
    };
    const again = setInterval(askSoon, askAgain);
    const live = openLive({
      group: key,
      address: client.eventsAddress,
      receive: (event, data) => {
        if (event === 'settings' && isSettings(data)) setSettings(data);
        if (event === 'settings' || event === 'statistics') askSoon();
      },
    });
    return () => {
      closing.abort();
      clearTimeout(asking);
      clearInterval(again);
      live.close();
    };
  }, [readFigures]);

  return { settings, figures };
}
