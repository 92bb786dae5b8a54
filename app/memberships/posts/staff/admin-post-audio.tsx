import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { TextButton } from '#base/ui/page/text-button.tsx';
import { PostAudio } from '../reading/post-audio.tsx';
import type { PostContent } from '../shown-post.ts';

interface AdminPostAudioProps {
  readonly audio: NonNullable<PostContent['audio']>;
  readonly postId: string;
  readonly title: string;
  readonly author: string;
}

/** The player comes in the place of the button that has the focus. */
const focusPlayer = (place: HTMLElement | null) => place?.querySelector('audio')?.focus();

/** The audio of a post, whose player comes once the moderator wants to listen. */
export function AdminPostAudio(shown: AdminPostAudioProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <div ref={focusPlayer}>
        <PostAudio {...shown} isGuarded />
      </div>
    );
  return (
    <TextButton onClick={() => setOpen(true)}>
      <Trans>Послушать аудио</Trans>
    </TextButton>
  );
}
