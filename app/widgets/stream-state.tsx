import { Plural, Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { Row, Text } from '#base/ui/layout/parts.tsx';
import { Panel } from '#base/ui/panel/panel.tsx';
import { useProblemWords } from './health/problem-words.tsx';
import { problemsNow } from './health/source-problems.ts';
import classes from './stream-state.module.css';
import type { OwnQueue } from './widgets.calls.ts';

/** Whether viewers see and hear the alerts, and what waits for the creator. */
export function StreamState({ queue }: { readonly queue: OwnQueue }) {
  const { sources, isCrowded, held, uncertain } = queue;
  const words = useProblemWords();
  const [problem] = problemsNow(sources, isCrowded);
  const waiting = held.length + uncertain.length;
  return (
    <Panel
      title={<Trans>Стрим</Trans>}
      more={
        problem === 'none' ? (
          <Link to="/profile/alerts">
            <Trans>Подключить OBS</Trans>
          </Link>
        ) : (
          <Link to="/profile/queue">
            <Trans>Очередь</Trans>
          </Link>
        )
      }
    >
      <Row as="p" className={classes.state} gap={10} align="center" nowrap weight={600} data-problem={problem}>
        {problem === undefined ? <Trans>OBS подключён</Trans> : words[problem].what}
      </Row>
      {problem !== undefined && (
        <Text size={14} dim>
          {words[problem].how}
        </Text>
      )}
      {waiting > 0 && (
        <p>
          <Link to="/profile/queue">
            <Plural
              value={waiting}
              one="# оповещение ждёт вашего решения"
              few="# оповещения ждут вашего решения"
              many="# оповещений ждут вашего решения"
              other="# оповещения ждёт вашего решения"
            />
          </Link>
        </p>
      )}
    </Panel>
  );
}
