import { useLingui } from '@lingui/react/macro';
import { useWidget } from '../overlay/use-widget.ts';
import type { WidgetClient } from '../overlay/widget-client.ts';
import { WidgetPage } from '../overlay/widget-page.tsx';
import { VotesBoard } from './votes-board.tsx';

const readVotes = (client: WidgetClient) => client.votes();

/** The votes of the creator on the stream, live (docs/rules.md#votes). */
export function VotesWidget() {
  const { t } = useLingui();
  const { settings, figures } = useWidget(readVotes);
  return (
    <WidgetPage title={t`Голосования`}>
      {settings && figures && <VotesBoard settings={settings} votes={figures} />}
    </WidgetPage>
  );
}
