import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { CallAnswer } from '#base/call.ts';
import { EmptyState } from '#base/ui/empty-state.tsx';
import { useKeyStrokes } from '#base/ui/key-strokes.ts';
import { LinkButton } from '#base/ui/link-button.tsx';
import { PageNumbers } from '#base/ui/page-numbers.tsx';
import classes from '#base/ui/staff-list.module.css';
import { DecidedBar } from './decided-bar.tsx';
import { peoplePage } from './people-address.ts';
import { PersonLink } from './person-cell.tsx';
import type { reviewCalls } from './review.calls.ts';
import queue from './review-queue.module.css';
import { SearchBox } from './search-box.tsx';
import { useReview, type Wish, wishesOf } from './use-review.ts';
import { VerifiedSwitch } from './verified-switch.tsx';
import { WishRow } from './wish-row.tsx';

type Page = CallAnswer<typeof reviewCalls.fieldsByState>;

/** What people ask to have on their pages, the oldest wish first; decided field by field, with the keyboard alone where one likes. */
export function ReviewQueue({ page }: { readonly page: Page }) {
  const { t } = useLingui();
  const review = useReview();
  const [currentKey, setCurrentKey] = useState('');
  const [isByKey, setByKey] = useState(false);
  const [rejecting, setRejecting] = useState('');
  const gone = new Set(review.decided.map(({ wish }) => wish.key));
  const wishes = wishesOf(page.items).filter(({ key }) => !gone.has(key));
  const place = Math.max(
    wishes.findIndex(({ key }) => key === currentKey),
    0,
  );
  const current = wishes[place];

  function choose(wish: Wish | undefined) {
    setByKey(true);
    if (wish !== undefined) setCurrentKey(wish.key);
  }

  function decide(wish: Wish, verdict: 'Confirmed' | 'Reject', comment = '') {
    const at = wishes.findIndex(({ key }) => key === wish.key);
    choose(wishes[at + 1] ?? wishes[at - 1]);
    setRejecting('');
    void review.decide(wish, verdict, comment);
  }

  useKeyStrokes((code) => {
    const last = review.decided.findLast(({ status }) => status === 'done');
    if (code === 'KeyU' && last) void review.undo(last);
    else if (current === undefined) return false;
    else if (code === 'KeyJ') choose(wishes[Math.min(place + 1, wishes.length - 1)]);
    else if (code === 'KeyK') choose(wishes[Math.max(place - 1, 0)]);
    else if (code === 'KeyC') decide(current, 'Confirmed');
    else if (code === 'KeyX') {
      choose(current);
      setRejecting(current.key);
    } else return false;
    return true;
  });

  const people = page.items.filter(({ userId }) => wishes.some(({ person }) => person.userId === userId));
  return (
    <>
      <search className={classes.filters}>
        <SearchBox label={t`Имя`} />
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
      {people.length === 0 && <NothingWaits />}
      {people.map((person) => (
        <section key={person.userId} className={queue.person} aria-label={person.userName}>
          <div className={queue.who}>
            <PersonLink person={person} size={36} />
            <VerifiedSwitch userId={person.userId} userName={person.userName} isVerified={person.confirmed} />
          </div>
          <ul className={queue.wishes}>
            {wishes
              .filter((wish) => wish.person.userId === person.userId)
              .map((wish) => (
                <WishRow
                  key={wish.key}
                  wish={wish}
                  isCurrent={wish.key === current?.key}
                  takesFocus={isByKey}
                  isRejecting={rejecting === wish.key}
                  trouble={review.troubles.get(wish.key) ?? null}
                  onCurrent={() => setCurrentKey(wish.key)}
                  onConfirm={() => decide(wish, 'Confirmed')}
                  onRejecting={(isRejecting) => {
                    choose(wish);
                    setRejecting(isRejecting ? wish.key : '');
                  }}
                  onReject={(comment) => decide(wish, 'Reject', comment)}
                />
              ))}
          </ul>
        </section>
      ))}
      <PageNumbers count={page.count} take={peoplePage} />
      <DecidedBar
        decided={review.decided}
        fault={review.troubles.get('')?.message ?? null}
        onUndo={(one) => void review.undo(one)}
      />
    </>
  );
}

function KeyHelp() {
  return (
    <p className={queue.keys}>
      <kbd>J</kbd> <kbd>K</kbd> <Trans>выбрать</Trans> · <kbd>C</kbd> <Trans>подтвердить</Trans> · <kbd>X</kbd>{' '}
      <Trans>отклонить</Trans> · <kbd>U</kbd> <Trans>отменить</Trans> · <kbd>/</kbd> <Trans>поиск</Trans>
    </p>
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
