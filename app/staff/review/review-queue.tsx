import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { CallAnswer } from '#base/calls/call.ts';
import { useKeyStrokes } from '#base/ui/fields/key-strokes.ts';
import { Row, Text } from '#base/ui/layout/parts.tsx';
import { EmptyList } from '#base/ui/lists/empty-list.tsx';
import { TextFilter } from '#base/ui/lists/list-filters.tsx';
import { BeyondLastPage, PageNumbers } from '#base/ui/lists/page-numbers.tsx';
import classes from '#base/ui/lists/staff-list.module.css';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { peoplePage, queueQuery } from '../people-address.ts';
import { PersonLink } from '../person-cell.tsx';
import { VerifiedSwitch } from '../verified-switch.tsx';
import { DecidedBar } from './decided-bar.tsx';
import { ProposalRow } from './proposal-row.tsx';
import type { reviewCalls } from './review.calls.ts';
import queue from './review-queue.module.css';
import { type Proposal, proposalsOf, useReview } from './use-review.ts';

type Page = CallAnswer<typeof reviewCalls.fieldsByState>;

/** The review queue, the oldest request first; decided field by field, also by keyboard alone. */
export function ReviewQueue({ page }: { readonly page: Page }) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const review = useReview();
  const [currentKey, setCurrentKey] = useState('');
  const [isByKey, setByKey] = useState(false);
  const [rejecting, setRejecting] = useState('');
  const gone = new Set(review.decided.map(({ proposal }) => proposal.key));
  const proposals = proposalsOf(page.items).filter(({ key }) => !gone.has(key));
  const place = Math.max(
    proposals.findIndex(({ key }) => key === currentKey),
    0,
  );
  const current = proposals[place];

  function choose(proposal: Proposal | undefined) {
    setByKey(true);
    if (proposal !== undefined) setCurrentKey(proposal.key);
  }

  function decide(proposal: Proposal, verdict: 'Confirmed' | 'Reject', comment = '') {
    const at = proposals.findIndex(({ key }) => key === proposal.key);
    choose(proposals[at + 1] ?? proposals[at - 1]);
    setRejecting('');
    void review.decide(proposal, verdict, comment);
  }

  useKeyStrokes((code) => {
    const last = review.decided.findLast(({ status }) => status === 'done');
    if (code === 'KeyU' && last) void review.undo(last);
    else if (current === undefined) return false;
    else if (code === 'KeyJ') choose(proposals[Math.min(place + 1, proposals.length - 1)]);
    else if (code === 'KeyK') choose(proposals[Math.max(place - 1, 0)]);
    else if (!current.person.mayDecide) return false;
    else if (code === 'KeyC') decide(current, 'Confirmed');
    else if (code === 'KeyX') {
      choose(current);
      setRejecting(current.key);
    } else return false;
    return true;
  });

  const isBeyond = page.items.length === 0 && page.count > 0;
  const people = page.items.filter(({ userId }) => proposals.some(({ person }) => person.userId === userId));
  return (
    <>
      <search className={classes.filters}>
        <TextFilter name="search" label={t`Имя`} isFirst />
        <KeyHelp />
      </search>
      <p className={classes.found} role="status">
        <Plural
          value={page.count}
          one="# человек ждёт проверки"
          few="# человека ждут проверки"
          many="# человек ждут проверки"
          other="# человека ждут проверки"
        />
      </p>
      <DecidedBar
        decided={review.decided}
        fault={review.troubles.get('')?.message ?? null}
        onUndo={(one) => void review.undo(one)}
      />
      {isBeyond && <BeyondLastPage count={page.count} take={peoplePage} />}
      {people.length === 0 && !isBeyond && (
        <EmptyList search={page.count === 0 ? queueQuery(params).Search : undefined} names={['search']}>
          <NothingWaits />
        </EmptyList>
      )}
      {people.map((person) => (
        <Text key={person.userId} as="section" className={queue.person} card aria-label={person.userName}>
          <Row className={queue.who} gap={16} rowGap={8} align="center" justify="between">
            <PersonLink person={person} size={36} />
            <VerifiedSwitch
              userId={person.userId}
              userName={person.userName}
              isVerified={person.confirmed}
              isFixed={!person.mayDecide}
            />
          </Row>
          <ul className={queue.proposals}>
            {proposals
              .filter((proposal) => proposal.person.userId === person.userId)
              .map((proposal) => (
                <ProposalRow
                  key={proposal.key}
                  proposal={proposal}
                  isCurrent={proposal.key === current?.key}
                  takesFocus={isByKey}
                  isRejecting={rejecting === proposal.key}
                  trouble={review.troubles.get(proposal.key) ?? null}
                  onCurrent={() => setCurrentKey(proposal.key)}
                  onConfirm={() => decide(proposal, 'Confirmed')}
                  onRejecting={(isRejecting) => {
                    choose(proposal);
                    setRejecting(isRejecting ? proposal.key : '');
                  }}
                  onReject={(comment) => decide(proposal, 'Reject', comment)}
                />
              ))}
          </ul>
        </Text>
      ))}
      <PageNumbers count={page.count} take={peoplePage} />
    </>
  );
}

function KeyHelp() {
  return (
    <Text className={queue.keys} size={14} dim>
      <kbd>J</kbd> <kbd>K</kbd> <Trans>выбрать</Trans> · <kbd>C</kbd> <Trans>подтвердить</Trans> · <kbd>X</kbd>{' '}
      <Trans>отклонить</Trans> · <kbd>U</kbd> <Trans>отменить</Trans> · <kbd>/</kbd> <Trans>поиск</Trans>
    </Text>
  );
}

function NothingWaits() {
  return (
    <EmptyState
      title={<Trans>Всё проверено</Trans>}
      action={
        <LinkButton to="/admin/blogers" look="quiet">
          <Trans>Все люди</Trans>
        </LinkButton>
      }
    >
      <Trans>Здесь будет то, что авторы просят поставить на свои страницы. Новое появится само.</Trans>
    </EmptyState>
  );
}
