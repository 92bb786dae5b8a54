import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link, useSearchParams } from 'react-router';
import { useAllTypes, useTypeNames } from '#app/creators/type-names.tsx';
import { VerifiedMark } from '#app/images/verified-mark.tsx';
import type { CallAnswer } from '#base/calls/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { countFilters } from '#base/ui/lists/address-filter.ts';
import { EmptyList } from '#base/ui/lists/empty-list.tsx';
import { FoldedFilters } from '#base/ui/lists/folded-filters.tsx';
import { ChoiceBox, TextFilter } from '#base/ui/lists/list-filters.tsx';
import { BeyondLastPage, PageNumbers } from '#base/ui/lists/page-numbers.tsx';
import classes from '#base/ui/lists/staff-list.module.css';
import { type Column, StaffTable } from '#base/ui/lists/staff-table.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { Tag, Tags } from '#base/ui/states/tag.tsx';
import { peopleFilters, peoplePage } from '../people-address.ts';
import { PersonLink } from '../person-cell.tsx';
import type { peopleCalls } from './people.calls.ts';

type Page = CallAnswer<typeof peopleCalls.list>;
type Person = Page['items'][number];

/** All users, also blocked ones: searched by name or phone, filtered by type, field state, mark, role and block. */
export function PeopleTable({ page }: { readonly page: Page }) {
  const { t } = useLingui();
  const { items, count } = page;
  const [params] = useSearchParams();
  const { Search: search, ...filters } = peopleFilters(params);
  const chosen = countFilters(filters);
  const columns = useColumns();
  return (
    <>
      <Filters chosen={chosen} />
      <p className={classes.found} role="status">
        <Plural value={count} one="# человек" few="# человека" many="# человек" other="# человека" />
      </p>
      {items.length === 0 && count > 0 && <BeyondLastPage count={count} take={peoplePage} />}
      {count === 0 && (
        <EmptyList
          search={search}
          isFiltered={chosen > 0}
          names={['search', 'type', 'state', 'blocked', 'verified', 'role']}
        >
          <EmptyState title={<Trans>Людей пока нет</Trans>}>
            <Trans>Здесь будут все, кто зарегистрировался.</Trans>
          </EmptyState>
        </EmptyList>
      )}
      {items.length > 0 && (
        <StaffTable label={t`Список людей`} rows={items} keyOf={({ userId }) => userId} columns={columns} />
      )}
      <PageNumbers count={count} take={peoplePage} />
    </>
  );
}

function Filters({ chosen }: { readonly chosen: number }) {
  const { t } = useLingui();
  const types = useAllTypes();
  const yes = { value: 'yes', name: t`Да` };
  const no = { value: 'no', name: t`Нет` };
  return (
    <FoldedFilters
      label={t`Фильтры людей`}
      first={<TextFilter name="search" label={t`Имя или телефон`} isFirst />}
      chosen={chosen}
    >
      <ChoiceBox label={t`Тип`} name="type" options={types.map(({ id, name }) => ({ value: String(id), name }))} />
      <ChoiceBox
        label={t`Есть поля`}
        name="state"
        options={[
          { value: 'Awaiting', name: t`На проверке` },
          { value: 'Confirmed', name: t`Подтверждённые` },
          { value: 'Reject', name: t`Отклонённые` },
        ]}
      />
      <ChoiceBox label={t`Заблокирован`} name="blocked" options={[yes, no]} />
      <ChoiceBox label={t`Значок`} name="verified" options={[yes, no]} />
      <ChoiceBox
        label={t`Роль`}
        name="role"
        options={[
          { value: 'user', name: t`Пользователь` },
          { value: 'moderator', name: t`Модератор` },
          { value: 'admin', name: t`Администратор` },
        ]}
      />
    </FoldedFilters>
  );
}

function useColumns(): readonly Column<Person>[] {
  const { t } = useLingui();
  const dateText = useDateText();
  const typeNames = useTypeNames();
  return [
    { title: t`Имя пользователя`, cell: (person) => <PersonName person={person} />, isName: true },
    { title: t`Полное имя`, cell: fullNameOf, look: 'words' },
    { title: t`Телефон`, cell: ({ phone }) => `+${phone}`, look: 'nowrap' },
    { title: t`Типы`, cell: ({ userType }) => typeNames(userType).join(', '), look: 'quiet' },
    { title: t`Состояние`, cell: stateOf },
    {
      title: t`С нами с`,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{dateText(createdAt, { date: 'short' })}</time>,
      look: 'nowrap',
    },
  ];
}

function PersonName({ person }: { readonly person: Person }) {
  return (
    <Tags>
      <PersonLink person={person} />
      {person.confirmed && <VerifiedMark size={16} />}
    </Tags>
  );
}

function fullNameOf({ givenName, surName, hideFullName }: Person) {
  const fullName = [givenName, surName].filter(Boolean).join(' ');
  if (fullName === '' || !hideFullName) return fullName;
  return (
    <>
      {fullName}{' '}
      <Tag>
        <Trans>скрыто</Trans>
      </Tag>
    </>
  );
}

/** The labels of a user; null: none. */
function stateOf(person: Person) {
  const { isBlocked, role, awaiting, userType } = person;
  const isShown = !isBlocked && awaiting === 0 && userType.length > 0;
  if (!isBlocked && role === 'user' && awaiting === 0 && !isShown) return null;
  return (
    <Tags>
      {isBlocked && (
        <Tag look="trouble">
          <Trans>заблокирован</Trans>
        </Tag>
      )}
      {role !== 'user' && <Tag>{role === 'moderator' ? <Trans>модератор</Trans> : <Trans>администратор</Trans>}</Tag>}
      {awaiting > 0 && <WaitingLink person={person} />}
      {isShown && (
        <Tag look="done">
          <Trans>на сайте</Trans>
        </Tag>
      )}
    </Tags>
  );
}

function WaitingLink({ person: { userName, awaiting } }: { readonly person: Person }) {
  const { t } = useLingui();
  return (
    <Link
      to={`/admin/blogers?view=queue&search=${encodeURIComponent(userName)}`}
      aria-label={t`Проверить: ${userName}`}
    >
      <Tag look="waits">
        <Trans>на проверке: {awaiting}</Trans>
      </Tag>
    </Link>
  );
}
