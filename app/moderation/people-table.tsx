import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconRosetteDiscountCheckFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAllTypes, useTypeNames } from '#app/creators/type-names.public.tsx';
import type { CallAnswer } from '#base/call.ts';
import { EmptyState } from '#base/ui/empty-state.tsx';
import { LinkButton } from '#base/ui/link-button.tsx';
import { PageNumbers } from '#base/ui/page-numbers.tsx';
import classes from '#base/ui/staff-list.module.css';
import { TableScroll } from '#base/ui/table-scroll.tsx';
import type { peopleCalls } from './people.calls.ts';
import { peoplePage } from './people-address.ts';
import { PersonLink } from './person-cell.tsx';
import { ChoiceBox, SearchBox } from './search-box.tsx';
import { Tag } from './tag.tsx';

type Page = CallAnswer<typeof peopleCalls.list>;
type Person = Page['items'][number];

/** Everybody, blocked people too: found by name or phone, narrowed by type, state of fields, mark, role and block. */
export function PeopleTable({ page }: { readonly page: Page }) {
  const { t } = useLingui();
  const { items, count } = page;
  return (
    <>
      <Filters />
      <p className={classes.found} role="status">
        <Plural value={count} one="# человек" few="# человека" many="# человек" other="# человека" />
      </p>
      {items.length === 0 ? (
        <EmptyState
          title={<Trans>Никого не нашлось</Trans>}
          action={
            <LinkButton to="/admin/blogers" look="quiet">
              <Trans>Сбросить фильтры</Trans>
            </LinkButton>
          }
        >
          <Trans>Здесь будут люди, которые подходят под выбранное.</Trans>
        </EmptyState>
      ) : (
        <TableScroll label={t`Список людей`}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Имя пользователя</Trans>
                </th>
                <th scope="col">
                  <Trans>Полное имя</Trans>
                </th>
                <th scope="col">
                  <Trans>Телефон</Trans>
                </th>
                <th scope="col">
                  <Trans>Типы</Trans>
                </th>
                <th scope="col">
                  <Trans>Состояние</Trans>
                </th>
                <th scope="col">
                  <Trans>С нами с</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((person) => (
                <PersonRow key={person.userId} person={person} />
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      <PageNumbers count={count} take={peoplePage} />
    </>
  );
}

function Filters() {
  const { t } = useLingui();
  const types = useAllTypes();
  const yes = { value: 'yes', name: t`Да` };
  const no = { value: 'no', name: t`Нет` };
  return (
    <search className={classes.filters}>
      <SearchBox label={t`Имя или телефон`} />
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
    </search>
  );
}

function PersonRow({ person }: { readonly person: Person }) {
  const { t, i18n } = useLingui();
  const typeNames = useTypeNames();
  const { userName, givenName, surName, hideFullName, phone, userType, createdAt } = person;
  const fullName = [givenName, surName].filter(Boolean).join(' ');
  return (
    <tr>
      <td className={classes.nowrap}>
        <PersonLink person={person} />{' '}
        {person.confirmed && (
          <IconRosetteDiscountCheckFilled
            size={16}
            color="var(--accent)"
            role="img"
            aria-label={t`Значок подлинности`}
          />
        )}
      </td>
      <td>
        {fullName}{' '}
        {hideFullName && fullName !== '' && (
          <Tag tone="plain">
            <Trans>скрыто</Trans>
          </Tag>
        )}
      </td>
      <td className={classes.nowrap}>+{phone}</td>
      <td className={classes.quiet}>{typeNames(userType).join(', ')}</td>
      <td>
        {person.isBlocked && (
          <Tag tone="bad">
            <Trans>заблокирован</Trans>
          </Tag>
        )}{' '}
        {person.role === 'moderator' && (
          <Tag tone="plain">
            <Trans>модератор</Trans>
          </Tag>
        )}
        {person.role === 'admin' && (
          <Tag tone="plain">
            <Trans>администратор</Trans>
          </Tag>
        )}{' '}
        {person.awaiting > 0 && (
          <Link
            to={`/admin/blogers?view=queue&search=${encodeURIComponent(userName)}`}
            aria-label={t`Проверить: ${userName}`}
          >
            <Tag tone="waits">
              <Trans>на проверке: {person.awaiting}</Trans>
            </Tag>
          </Link>
        )}
        {!person.isBlocked && person.awaiting === 0 && userType.length > 0 && (
          <Tag tone="good">
            <Trans>на сайте</Trans>
          </Tag>
        )}
      </td>
      <td className={classes.nowrap}>
        <time dateTime={createdAt}>{i18n.date(new Date(createdAt), { dateStyle: 'medium' })}</time>
      </td>
    </tr>
  );
}
