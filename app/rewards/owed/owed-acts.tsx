import { Plural, Trans } from '@lingui/react/macro';
import { faultOf } from '#base/calls/errors.ts';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import type { OwedState } from '../reward-rules.ts';
import classes from './owed-acts.module.css';
import type { Marked, useMarking } from './use-marking.ts';

interface OwedActsProps {
  readonly state: OwedState;
  readonly hasRows: boolean;
  /** The chosen donations whose reward is owed or missed, and those whose reward is given. */
  readonly owed: readonly string[];
  readonly given: readonly string[];
  readonly marking: Pick<ReturnType<typeof useMarking>, 'isBusy' | 'failure' | 'last'>;
  readonly onMark: (donationIds: readonly string[], isGiven: boolean) => void;
}

/** What is done with the chosen rows, and what came of it, with the way back: in sight as soon as there is something of it. */
export function OwedActs({ state, hasRows, owed, given, marking, onMark }: OwedActsProps) {
  const { isBusy, failure, last } = marking;
  const count = owed.length + given.length;
  return (
    <Stack className={classes.bar} gap={8} data-stuck={count > 0 || last !== null || undefined}>
      {failure !== null && <ErrorNotice>{faultOf(failure)}</ErrorNotice>}
      <Row className={classes.said} gap={12} rowGap={0} align="center">
        <p role="status">{last !== null && <Said last={last} />}</p>
        {last !== null && last.marked.length > 0 && (
          <ActionButton look="quiet" disabled={isBusy} onClick={() => onMark(last.marked, !last.isGiven)}>
            {last.isGiven ? <Trans>Вернуть в список</Trans> : <Trans>Снова отметить</Trans>}
          </ActionButton>
        )}
      </Row>
      {hasRows && (
        <Row gap={16} rowGap={8} align="center" justify="between">
          <span>
            {count === 0 ? (
              <Trans>Ничего не выбрано</Trans>
            ) : (
              <Plural
                value={count}
                one="Выбрана # награда"
                few="Выбраны # награды"
                many="Выбрано # наград"
                other="Выбрано # награды"
              />
            )}
          </span>
          <Row gap={12} rowGap={8}>
            {state !== 'given' && (
              <ActionButton disabled={isBusy || owed.length === 0} onClick={() => onMark(owed, true)}>
                <Trans>Отметить отданными</Trans>
              </ActionButton>
            )}
            {(state === 'given' || state === 'all') && (
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
