import { expect, test } from 'vitest';
import { addressOf, pinnedVideoOf } from './pinned-video.ts';

const youtube = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';
const twitch = 'https://www.twitch.tv/videos/1234567890';

test.each([
  [youtube, youtube],
  ['https://youtu.be/aqz-KE-bpKQ?t=10', youtube],
  ['https://m.youtube.com/watch?list=x&v=aqz-KE-bpKQ', youtube],
  ['https://youtube.com/shorts/aqz-KE-bpKQ', youtube],
  ['https://www.youtube.com/live/aqz-KE-bpKQ?feature=share', youtube],
  [twitch, twitch],
  ['https://twitch.tv/videos/1234567890?t=1h', twitch],
])('%s is a video', (text, address) => {
  const video = pinnedVideoOf(text);
  expect(video && addressOf(video)).toBe(address);
});

test.each([
  '',
  'aqz-KE-bpKQ',
  'http://www.youtube.com/watch?v=aqz-KE-bpKQ',
  'javascript:alert(1)//youtube.com/watch?v=aqz-KE-bpKQ',
  'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
  'https://evil.example/youtube.com/watch?v=aqz-KE-bpKQ',
  'https://www.youtube.com@evil.example/watch?v=aqz-KE-bpKQ',
  'https://user:pass@www.youtube.com/watch?v=aqz-KE-bpKQ',
  'https://www.youtube.com:8443/watch?v=aqz-KE-bpKQ',
  'https://www.youtube.com/watch?v=aqz-KE-bpK"',
  'https://www.youtube.com/watch?v=aqz-KE-bpKQ1',
  'https://www.youtube.com/@dilnoza.live',
  'https://www.twitch.tv/dilnoza_live',
  'https://www.twitch.tv/videos/12"onload=',
])('%s is none', (text) => {
  expect(pinnedVideoOf(text)).toBeNull();
});
