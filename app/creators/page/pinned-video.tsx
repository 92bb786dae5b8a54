import { Trans, useLingui } from '@lingui/react/macro';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { Ikat } from '#app/images/ikat.tsx';
import type { User } from '../creators.calls.ts';
import { pinnedVideoOf } from '../pinned-video.ts';
import classes from './pinned-video.module.css';

const siteNames = { youtube: 'YouTube', twitch: 'Twitch' };

/** The creator's video. Nothing of the other site is loaded before a tap. */
export default function PinnedVideo({ user }: { readonly user: User }) {
  const { t } = useLingui();
  const [isPlaying, setPlaying] = useState(false);
  const video = pinnedVideoOf(user.video ?? '');
  if (video === null) return null;
  const siteName = siteNames[video.site];
  if (isPlaying) {
    return (
      <iframe
        className={classes.video}
        src={`/video/${user.userName}`}
        title={t`Видео автора`}
        allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      />
    );
  }
  return (
    <button type="button" className={classes.video} onClick={() => setPlaying(true)}>
      <Ikat userName={user.userName} pattern={user.pattern} width={640} height={360} />
      <span className={classes.words}>
        <IconPlayerPlayFilled size={28} aria-hidden />
        <Trans>Видео на {siteName}</Trans>
      </span>
    </button>
  );
}
