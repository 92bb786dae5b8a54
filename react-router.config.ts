import type { Config } from '@react-router/dev/config';
import { compressFolder } from './base/pages/compress-folder.server.ts';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
  // Compressed once here, so that the server never compresses a file while somebody waits for it.
  buildEnd: async ({ reactRouterConfig }) => {
    await compressFolder(`${reactRouterConfig.buildDirectory}/client`);
  },
} satisfies Config;
