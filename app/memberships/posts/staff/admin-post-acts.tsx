import { Trans } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { ReasonAct } from '#base/ui/dialogs/reason-act.tsx';
import { Tag } from '#base/ui/states/tag.tsx';

interface AdminPostActsProps {
  readonly postId: string;
  readonly isRemoved: boolean;
}

/** Removes a post. */
export function AdminPostActs({ postId, isRemoved }: AdminPostActsProps) {
  if (isRemoved) {
    return (
      <Tag>
        <Trans>Убрано</Trans>
      </Tag>
    );
  }
  return (
    <ReasonAct
      act={<Trans>Убрать</Trans>}
      title={<Trans>Убрать пост</Trans>}
      onSend={(reason) => call('POST Moderator/RemovePost', { body: { postId, reason } })}
    >
      <Trans>Его не увидит никто, кроме самого автора. Автор увидит, что пост убрал модератор, и причину.</Trans>
    </ReasonAct>
  );
}
