import { useLingui } from '@lingui/react/macro';
import { useWidget } from '../overlay/use-widget.ts';
import type { WidgetClient } from '../overlay/widget-client.ts';
import { WidgetPage } from '../overlay/widget-page.tsx';
import { TargetsBoard } from './targets-board.tsx';

const readTargets = (client: WidgetClient) => client.targets();

/** The targets of the creator on the stream, live (docs/rules.md#targets). */
export function TargetsWidget() {
  const { t } = useLingui();
  const { settings, figures } = useWidget(readTargets);
  return (
    <WidgetPage title={t`Рубежи`}>
      {settings && figures && <TargetsBoard settings={settings} targets={figures} />}
    </WidgetPage>
  );
}
