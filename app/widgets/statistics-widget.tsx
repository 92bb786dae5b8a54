import { useLingui } from '@lingui/react/macro';
import { StatisticsBoard } from './statistics-board.tsx';
import { useWidget } from './use-widget.ts';
import { WidgetPage } from './widget-page.tsx';

/** Live donation statistics over the stream (specification, point 2): total, last and largest gift, goal. */
export function StatisticsWidget() {
  const { t } = useLingui();
  const { settings, figures } = useWidget({ withFigures: true });
  return (
    <WidgetPage title={t`Статистика`}>
      {settings && figures && <StatisticsBoard settings={settings} figures={figures} />}
    </WidgetPage>
  );
}
