import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { ClosedChat } from '../chat/closed-chat.tsx';
import { MembersNav } from '../members/members-nav.tsx';
import type { Route } from './+types/levels-screen';
import { LevelForm } from './level-form.tsx';
import { mostLevels } from './level-limits.ts';
import { LevelList } from './level-list.tsx';

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [levels, { country }, chat] = await Promise.all([
    call('GET Membership/OwnLevels', {}, { signal }),
    call('GET Config', {}, { signal }),
    call('GET Membership/Chat', {}, { signal }),
  ]);
  return { levels, currency: country.currencyLabel, chat };
}

/** The creator's levels of monthly support: added, changed, ordered and removed here. */
export default function Levels({ loaderData: { levels, currency, chat } }: Route.ComponentProps) {
  const { t } = useLingui();
  const [isAdding, setAdding] = useState(false);
  const add = (
    <ActionButton onClick={() => setAdding(true)}>
      <Trans>Добавить уровень</Trans>
    </ActionButton>
  );
  return (
    <>
      <PageHead title={t`Уровни поддержки`} noIndex />
      <PageTitle>
        <Trans>Уровни поддержки</Trans>
      </PageTitle>
      <Stack gap={20} fit>
        <MembersNav />
        {levels.length === 0 && !isAdding && (
          <EmptyState title={<Trans>Уровней пока нет</Trans>} action={add}>
            <Trans>
              Без них вас поддерживают каждый месяц любой суммой. Уровень говорит, сколько он стоит и что за это
              получают.
            </Trans>
          </EmptyState>
        )}
        {levels.length > 0 && <LevelList levels={levels} currency={currency} />}
        {isAdding && <LevelForm level={null} currency={currency} onClose={() => setAdding(false)} />}
        {levels.length > 0 && levels.length < mostLevels && !isAdding && <div>{add}</div>}
        {chat.hasBot && <ClosedChat state={chat} levels={levels} />}
      </Stack>
    </>
  );
}
