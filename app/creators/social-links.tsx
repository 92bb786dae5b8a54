import { useLingui } from '@lingui/react/macro';
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandTelegram,
  IconBrandTwitch,
  IconBrandX,
  IconBrandYoutube,
  IconWorld,
} from '@tabler/icons-react';
import type { CreatorLinks } from './page/creator-links.ts';
import classes from './social-links.module.css';

const networks = [
  { field: 'youtubeLink', name: 'YouTube', Icon: IconBrandYoutube },
  { field: 'twitchLink', name: 'Twitch', Icon: IconBrandTwitch },
  { field: 'tgLink', name: 'Telegram', Icon: IconBrandTelegram },
  { field: 'insLink', name: 'Instagram', Icon: IconBrandInstagram },
  { field: 'twitterLink', name: 'X (Twitter)', Icon: IconBrandX },
  { field: 'fbLink', name: 'Facebook', Icon: IconBrandFacebook },
  { field: 'webLink', name: null, Icon: IconWorld },
] as const;

/** Accepts only https links, so that a script in the data never becomes a link. */
function isSafe(address: string | null): address is string {
  return address !== null && URL.parse(address)?.protocol === 'https:';
}

/** The links of a creator to other sites, with the name and the sign of each site. */
export function useSocialLinks(links: CreatorLinks) {
  const { t } = useLingui();
  return networks.flatMap(({ field, name, Icon }) => {
    const address = links[field];
    return isSafe(address) ? [{ field, address, label: name ?? t`Сайт`, Icon }] : [];
  });
}

/** The links of a creator to other sites as a row of icons; nothing without any. */
export function SocialLinks({ links, size = 'large' }: { links: CreatorLinks; size?: 'large' | 'small' }) {
  const { t } = useLingui();
  const shown = useSocialLinks(links);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.links} data-size={size} aria-label={t`Страницы автора`}>
      {shown.map(({ field, address, label, Icon }) => (
        <li key={field}>
          <a href={address} target="_blank" rel="noopener nofollow" aria-label={label} title={label}>
            <Icon size={size === 'large' ? 22 : 18} stroke={1.75} aria-hidden />
          </a>
        </li>
      ))}
    </ul>
  );
}
