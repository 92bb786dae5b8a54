import { Trans } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { ReasonAct } from '#base/ui/dialogs/reason-act.tsx';

interface AdminMessageActsProps {
  readonly messageId: string;
  readonly isRemoved: boolean;
}

/** Removes a message. */
export function AdminMessageActs({ messageId, isRemoved }: AdminMessageActsProps) {
  if (isRemoved) return <Trans>Убрано</Trans>;
  return (
    <ReasonAct
      act={<Trans>Убрать</Trans>}
      title={<Trans>Убрать сообщение</Trans>}
      onSend={(reason) => call('POST Moderator/RemoveMemberMessage', { body: { messageId, reason } })}
    >
      <Trans>Подписчики его больше не увидят. Кому оно уже пришло уведомлением, у тех останется.</Trans>
    </ReasonAct>
  );
}
