import { Plural, Trans } from '@lingui/react/macro';
import type { PostHead } from '../shown-post.ts';
import { AudioMark } from './audio-mark.tsx';

interface PostMarksProps {
  readonly post: Pick<PostHead, 'pictures' | 'audioSeconds' | 'hasVideo'>;
}

/** What a post holds besides its text. */
export function PostMarks({ post: { pictures, audioSeconds, hasVideo } }: PostMarksProps) {
  return (
    <>
      {pictures > 0 && (
        <span>
          <Plural value={pictures} one="# картинка" few="# картинки" many="# картинок" other="# картинки" />
        </span>
      )}
      {audioSeconds !== null && <AudioMark seconds={audioSeconds} />}
      {hasVideo && (
        <span>
          <Trans>Видео</Trans>
        </span>
      )}
    </>
  );
}
