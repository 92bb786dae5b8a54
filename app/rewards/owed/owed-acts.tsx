import { Plural, Trans } from '@lingui/react/macro';
import { faultOf } from '#base/calls/errors.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { TextButton } from '#base/ui/page/text-button.tsx';
import type { OwedState } from '../reward-shapes.ts';
import classes from './owed-acts.module.css';
import type { OwedReward } from './owed-loader.ts';
import type { Marked, useMarking } from './use-marking.ts';

interface OwedActsProps {
  readonly state: OwedState;
  /** On this page. */
  readonly all: readonly OwedReward[];
  readonly chosen: readonly OwedReward[];
  readonly marking: Pick<ReturnType<typeof useMarking>, 'isBusy' | 'failure' | 'last'>;
  readonly onChooseAll: (isChosen: boolean) => void;
  readonly onMark: (donationIds: readonly string[], isGiven: boolean) => void;
}

const idsOf = (rows: readonly OwedReward[]) => rows.map(({ donationId }) => donationId);

/** What is done with the chosen rows, always in sight, and what came of it, with the way back. */
export function OwedActs({ state, all, chosen, marking, onChooseAll, onMark }: OwedActsProps) {
  const { isBusy, failure, last } = marking;
  const owed = idsOf(chosen.filter(({ givenAt }) => givenAt === null));
  const given = idsOf(chosen.filter(({ givenAt }) => givenAt !== null));
  return (
    <Stack className={classes.bar} gap={8}>
      {failure !== null && <ErrorNotice>{faultOf(failure)}</ErrorNotice>}
      <Row className={classes.said} gap={12} rowGap={0} align="center">
        <p role="status">{last !== null && <Said last={last} />}</p>
        {last !== null && (
          <TextButton disabled={isBusy} onClick={() => onMark(last.donationIds, !last.isGiven)}>
            {last.isGiven ? <Trans>Вернуть в список</Trans> : <Trans>Снова отметить</Trans>}
          </TextButton>
        )}
      </Row>
      {all.length > 0 && (
        <Row gap={16} rowGap={8} align="center" justify="between">
          <label className={classes.all}>
            <input
              type="checkbox"
              checked={chosen.length === all.length}
              onChange={({ currentTarget: { checked } }) => onChooseAll(checked)}
            />
            {chosen.length === 0 ? (
              <Trans>Выбрать все на странице</Trans>
            ) : (
              <Plural
                value={chosen.length}
                one="Выбрана # награда"
                few="Выбраны # награды"
                many="Выбрано # наград"
                other="Выбрано # награды"
              />
            )}
          </label>
          <Row gap={12} rowGap={8}>
            {state !== 'given' && (
              <ActionButton disabled={isBusy || owed.length === 0} onClick={() => onMark(owed, true)}>
                <Trans>Отметить отданными</Trans>
              </ActionButton>
            )}
            {state !== 'owed' && (
              <ActionButton look="quiet" disabled={isBusy || given.length === 0} onClick={() => onMark(given, false)}>
                <Trans>Вернуть в список</Trans>
              </ActionButton>
            )}
          </Row>
        </Row>
      )}
    </Stack>
  );
}

function Said({ last: { donationIds, isGiven, count } }: { readonly last: Marked }) {
  const lost = donationIds.length - count;
  return (
    <>
      {isGiven ? <Trans>Отмечены отданными: {count}.</Trans> : <Trans>Возвращены в список: {count}.</Trans>}
      {lost > 0 && (
        <>
          {' '}
          <Trans>Деньги вернули донатеру: {lost}.</Trans>
        </>
      )}
    </>
  );
}
