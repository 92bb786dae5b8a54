import { Trans } from '@lingui/react/macro';
import { Ikat } from '#app/images/ikat.tsx';
import { Picture } from '#app/images/picture.tsx';
import { VideoPlayer } from '#base/ui/video/video-player.tsx';
import type { PageUser } from '../creators.calls.ts';
import { pinnedVideoOf } from '../pinned-video.ts';

const siteNames = { youtube: 'YouTube', twitch: 'Twitch' };

/** The width of the column that it stands in: beside the form, or all of the screen. */
const sizes = '(min-width: 1280px) 756px, (min-width: 960px) calc(100vw - 524px), calc(100vw - 32px)';

const shape = { width: 640, height: 360 };

/** The creator's video by its title and picture, as far as its site has named them; else on the creator's own ikat. */
export default function PinnedVideo({ user }: { readonly user: PageUser }) {
  const { userName, pattern, video, videoTitle, videoPicture } = user;
  const pinned = pinnedVideoOf(video ?? '');
  if (pinned === null) return null;
  const siteName = siteNames[pinned.site];
  const cover =
    videoPicture === null ? (
      <Ikat userName={userName} pattern={pattern} {...shape} />
    ) : (
      <Picture name={videoPicture} alt="" {...shape} sizes={sizes} from={256} />
    );
  return (
    <VideoPlayer path={`/video/${userName}`} cover={cover} title={videoTitle}>
      <Trans>Видео на {siteName}</Trans>
    </VideoPlayer>
  );
}
