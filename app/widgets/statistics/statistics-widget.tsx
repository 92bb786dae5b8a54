import { useLingui } from '@lingui/react/macro';
import { useWidget } from '../overlay/use-widget.ts';
import type { WidgetClient } from '../overlay/widget-client.ts';
import { WidgetPage } from '../overlay/widget-page.tsx';
import { StatisticsBoard } from './statistics-board.tsx';

const readStatistics = (client: WidgetClient) => client.statistics();

/** Live donation statistics on the stream (docs/rules.md#widgets): total, last and largest donations, goal. */
export function StatisticsWidget() {
  const { t } = useLingui();
  const { settings, figures } = useWidget(readStatistics);
  return (
    <WidgetPage title={t`Статистика`}>
      {settings && figures && <StatisticsBoard settings={settings} figures={figures} />}
    </WidgetPage>
  );
}
