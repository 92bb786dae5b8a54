import { Trans } from '@lingui/react/macro';
import { Ikat } from '#app/images/ikat.tsx';
import { VideoPlayer } from '#base/ui/video/video-player.tsx';
import type { User } from '../creators.calls.ts';
import { pinnedVideoOf } from '../pinned-video.ts';

const siteNames = { youtube: 'YouTube', twitch: 'Twitch' };

/** The creator's video, on the creator's own ikat. */
export default function PinnedVideo({ user: { userName, pattern, video } }: { readonly user: User }) {
  const pinned = pinnedVideoOf(video ?? '');
  if (pinned === null) return null;
  const siteName = siteNames[pinned.site];
  return (
    <VideoPlayer
      path={`/video/${userName}`}
      cover={<Ikat userName={userName} pattern={pattern} width={640} height={360} />}
    >
      <Trans>Видео на {siteName}</Trans>
    </VideoPlayer>
  );
}
