import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { CreatorAvatar } from '#app/images/creator-face.tsx';
import { isCallFailure } from '#base/calls/errors.ts';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { SearchField } from '#base/ui/fields/search-field.tsx';
import { useSearch } from '#base/ui/fields/use-search.ts';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
import type { WireProduct } from '../merch-shapes.ts';
import { sellerOf } from '../seller.ts';
import classes from './creator-pick.module.css';

type User = WireProduct['user'];

interface CreatorPickProps {
  readonly label: string;
  readonly value: User | null;
  readonly error?: string | undefined;
  readonly onChange: (user: User | null) => void;
}

type Found = readonly User[] | { readonly fault: string };

const most = 6;

async function find(Search: string, signal: AbortSignal): Promise<Found> {
  try {
    return (await call('GET Moderator/GetUsersList', { query: { Search, Take: most } }, { signal })).items;
  } catch (error) {
    if (!isCallFailure(error)) throw error;
    return { fault: error.message };
  }
}

/** Chooses one creator, with a search by name, user name or phone while typing. */
export function CreatorPick({ label, value, error, onChange }: CreatorPickProps) {
  const { t } = useLingui();
  if (value === null) return <CreatorSearch label={label} error={error} onPick={onChange} />;
  const seller = sellerOf(value);
  return (
    <Stack className={classes.pick} gap={6} fit shrinks>
      <Text as="span" size={14} weight={500}>
        {label}
      </Text>
      <Row className={classes.chosen} gap={10} align="center" nowrap shrinks>
        <CreatorAvatar creator={seller} size={28} />
        <span className={classes.name}>{seller.displayName}</span>
        <button type="button" aria-label={t`Сменить: ${label}`} onClick={() => onChange(null)}>
          <Trans>Сменить</Trans>
        </button>
      </Row>
      <span role="alert" className={classes.fault}>
        <FailureText>{error}</FailureText>
      </span>
    </Stack>
  );
}

interface CreatorSearchProps {
  readonly label: string;
  readonly error?: string | undefined;
  readonly onPick: (user: User) => void;
}

function CreatorSearch({ label, error, onPick }: CreatorSearchProps) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const { answer, search, stop } = useSearch(find);
  const found = answer?.found ?? null;
  const people = found !== null && !('fault' in found) ? found : [];
  const fault = found !== null && 'fault' in found ? found.fault : error;
  return (
    <Stack className={classes.pick} gap={6} fit shrinks>
      <SearchField
        label={label}
        autoComplete="off"
        placeholder={t`Имя, ник или телефон`}
        value={text}
        error={fault}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          if (value.trim() === '') stop();
          else void search(value.trim());
        }}
        onKeyDown={(event) => {
          const [first] = people;
          if (event.key !== 'Enter') return;
          // Enter would submit the form that contains this field.
          event.preventDefault();
          if (first !== undefined) onPick(first);
        }}
      />
      {people.length > 0 && (
        <Text as="ul" className={classes.found} card>
          {people.map((user) => {
            const seller = sellerOf(user);
            return (
              <li key={user.userId}>
                <button type="button" onClick={() => onPick(user)}>
                  <CreatorAvatar creator={seller} size={28} />
                  <span className={classes.name}>{seller.displayName}</span>
                  <small>@{seller.userName}</small>
                </button>
              </li>
            );
          })}
        </Text>
      )}
      {found !== null && !('fault' in found) && people.length === 0 && (
        <p className={classes.empty} role="status">
          <Trans>Никого не нашли: проверьте ник.</Trans>
        </p>
      )}
    </Stack>
  );
}
