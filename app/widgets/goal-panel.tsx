import { Plural, Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { usePercentText } from '#base/ui/page/use-percent-text.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { Panel } from '#base/ui/panel/panel.tsx';
import watched from '#base/ui/panel/watched.module.css';
import type { ShownGoal } from './widget-shapes.ts';

/** The goal for its creator. It shares nothing with the bar of the public page, which would split that page's script. */
export function GoalPanel({ goal, currency }: { readonly goal: ShownGoal; readonly currency: string }) {
  const text = useSumText(currency);
  const percentText = usePercentText();
  const collected = text(goal.collected);
  const whole = text(goal.amount);
  return (
    <Panel
      title={goal.title}
      more={
        <Link to="/profile/widgets">
          <Trans>Изменить</Trans>
        </Link>
      }
    >
      <progress
        className={watched.bar}
        data-done={goal.percent >= 100 || undefined}
        max="100"
        value={Math.min(100, goal.percent)}
        aria-label={percentText(goal.percent)}
      />
      <p>
        {goal.members === null ? (
          <Trans>
            {collected} из {whole}
          </Trans>
        ) : (
          <Trans>
            <b>{goal.members.now}</b>{' '}
            <Plural value={goal.members.now} one="человек" few="человека" many="человек" other="человека" /> из{' '}
            {goal.members.wanted} каждый месяц
          </Trans>
        )}
      </p>
    </Panel>
  );
}
