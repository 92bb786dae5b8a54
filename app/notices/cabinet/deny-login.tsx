import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import type { Locale } from '#base/text/locales.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import type { NoticeTopic } from '../notice-topics.ts';

interface DenyLoginProps {
  readonly receiver: { readonly id: string; readonly topics: NoticeTopic[]; readonly language: Locale };
  readonly isBusy: boolean;
  /** Shows a failure beside what else the card saves. */
  readonly act: (work: () => Promise<unknown>) => Promise<unknown>;
}

/** Has a chat get messages only. */
export function DenyLogin({ receiver: { id, topics, language }, isBusy, act }: DenyLoginProps) {
  const [isAsked, setAsked] = useState(false);

  async function deny(): Promise<void> {
    const body = { id, topics, language, opensAccount: false as const };
    await act(() => call('PUT Notice/Receiver', { body }));
    setAsked(false);
  }

  return (
    <>
      <ActionButton look="quiet" onClick={() => setAsked(true)}>
        <Trans>Запретить вход</Trans>
      </ActionButton>
      <ConfirmDialog
        isOpen={isAsked}
        title={<Trans>Запретить вход из этого чата?</Trans>}
        act={<Trans>Запретить вход</Trans>}
        isBusy={isBusy}
        onClose={() => setAsked(false)}
        onConfirm={deny}
      >
        <Trans>
          Вход, открытый из этого чата, завершится, и коды входа сюда больше не придут, а уведомления останутся. Вернуть
          вход можно, привязав чат заново.
        </Trans>
      </ConfirmDialog>
    </>
  );
}
