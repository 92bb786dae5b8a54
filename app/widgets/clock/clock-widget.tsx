import { useLingui } from '@lingui/react/macro';
import { askTimed } from '#app/donathon/server-time.ts';
import { useWidget } from '../overlay/use-widget.ts';
import type { WidgetClient } from '../overlay/widget-client.ts';
import { WidgetPage } from '../overlay/widget-page.tsx';
import { ClockBoard } from './clock-board.tsx';

const readClock = (client: WidgetClient) => askTimed(client.clock);

/** The creator's clock on the stream, the same second on every source (docs/rules.md#donathon). */
export function ClockWidget() {
  const { t } = useLingui();
  const { settings, figures } = useWidget(readClock);
  return (
    <WidgetPage title={t`Донатон`}>
      {settings && figures?.clock && <ClockBoard settings={settings} clock={figures.clock} ahead={figures.ahead} />}
    </WidgetPage>
  );
}
