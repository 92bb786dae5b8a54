import { useLingui } from '@lingui/react/macro';
import { askTimed } from '#app/donathon/server-time.ts';
import { useWidget } from '../overlay/use-widget.ts';
import type { WidgetClient } from '../overlay/widget-client.ts';
import { WidgetPage } from '../overlay/widget-page.tsx';
import { DrawsBoard } from './draws-board.tsx';

const readDraws = (client: WidgetClient) => askTimed(client.draws);

/** The draws of the creator on the stream, and who has won (docs/rules.md#draws). */
export function DrawsWidget() {
  const { t } = useLingui();
  const { settings, figures } = useWidget(readDraws);
  return (
    <WidgetPage title={t`Розыгрыши`}>
      {settings && figures && (
        <DrawsBoard settings={settings} draws={figures.draws} gifts={figures.gifts} ahead={figures.ahead} />
      )}
    </WidgetPage>
  );
}
