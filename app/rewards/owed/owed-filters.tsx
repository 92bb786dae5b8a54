import { useLingui } from '@lingui/react/macro';
import { ViewLinks } from '#base/ui/choices/view-links.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ChoiceBox } from '#base/ui/lists/list-filters.tsx';
import type { OwedState } from '../reward-rules.ts';
import type { ShownReward } from '../reward-shapes.ts';
import classes from './owed-filters.module.css';

interface OwedFiltersProps {
  readonly state: OwedState;
  readonly rewards: readonly ShownReward[];
}

/** What is owed, what is given, or all of it; of each reward, or of one. Both are in the address. */
export function OwedFilters({ state, rewards }: OwedFiltersProps) {
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
        ]}
      />
      {rewards.length > 1 && (
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
