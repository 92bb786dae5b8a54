import { useLingui } from '@lingui/react/macro';
import { ViewLinks } from '#base/ui/choices/view-links.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ChoiceBox } from '#base/ui/lists/list-filters.tsx';
import type { OwedState } from '../reward-rules.ts';
import classes from './owed-filters.module.css';

interface OwedFiltersProps {
  readonly state: OwedState;
  /** Those of which there is something to list. */
  readonly rewards: readonly { readonly id: string; readonly text: string }[];
  /** Only this one is looked at; undefined: all are. */
  readonly rewardId: string | undefined;
}

/** What is owed, what is given, all of it, or what was missed; of each reward, or of one. Both are in the address. */
export function OwedFilters({ state, rewards, rewardId }: OwedFiltersProps) {
  const { t } = useLingui();
  return (
    <Row gap={16} rowGap={12} align="end">
      <ViewLinks
        label={t`Какие награды`}
        name="state"
        current={state === 'owed' ? '' : state}
        views={[
          { value: '', title: t`Отдать` },
          { value: 'given', title: t`Отданы` },
          { value: 'all', title: t`Все` },
          { value: 'missed', title: t`Не досталось` },
        ]}
      />
      {(rewards.length > 1 || rewardId !== undefined) && (
        <div className={classes.reward}>
          <ChoiceBox
            label={t`Награда`}
            name="reward"
            options={rewards.map(({ id, text }) => ({ value: id, name: text }))}
          />
        </div>
      )}
    </Row>
  );
}
