import type { CommandEntry } from './command.ts'

/** All commands by name, under their subjects, in the order of the help. */
export const subjects: Readonly<Record<string, Readonly<Record<string, CommandEntry>>>> = {
  'Set up': {
    login: {
      summary: 'Keep the key of a program, once the service has accepted it.',
      load: async () => (await import('./profiles/login.ts')).login,
    },
    logout: {
      summary: 'Remove a profile with its key.',
      load: async () => (await import('./profiles/logout.ts')).logout,
    },
    profiles: {
      summary: 'List the profiles.',
      load: async () => (await import('./profiles/profiles.ts')).listProfiles,
    },
    'profiles use': {
      summary: 'Make a profile the current one.',
      load: async () => (await import('./profiles/profiles.ts')).useProfile,
    },
    init: {
      summary:
        'Integrate the application in this folder: Express, Fastify, Hono, Next, Nuxt, Astro, Vite, HTML.',
      load: async () => (await import('./init/init.ts')).init,
    },
    status: {
      summary: 'Check the integration; exit code 1 while something is missing.',
      load: async () => (await import('./referrals/status.ts')).status,
    },
  },
  'Webhooks and events': {
    listen: {
      summary: 'Forward events to a URL on this machine, signed like webhooks.',
      load: async () => (await import('./events/listen.ts')).listen,
    },
    trigger: {
      summary: 'Make an event happen in a test program.',
      load: async () => (await import('./trigger/trigger.ts')).trigger,
    },
    logs: {
      summary: 'Show the requests to your webhook receivers and their answers; --follow goes on.',
      load: async () => (await import('./events/logs.ts')).logs,
    },
    'webhooks list': {
      summary: 'List the webhook receivers.',
      load: async () => (await import('./events/webhooks.ts')).webhooksList,
    },
    'webhooks add': {
      summary: 'Add a webhook receiver, and print its signing secret.',
      load: async () => (await import('./events/webhooks.ts')).webhooksAdd,
    },
    'webhooks test': {
      summary: 'Send a test event to a webhook receiver, and show its answer.',
      load: async () => (await import('./events/webhooks.ts')).webhooksTest,
    },
    'events list': {
      summary: 'List the events of the last 30 days.',
      load: async () => (await import('./events/events-list.ts')).eventsList,
    },
    'events resend': {
      summary: 'Send an event again.',
      load: async () => (await import('./events/events-resend.ts')).eventsResend,
    },
  },
  Referrals: {
    'referral explain': {
      summary: 'Explain what happened to an account and its referral, and why.',
      load: async () => (await import('./referrals/referral-explain.ts')).referralExplain,
    },
    'rewards list': {
      summary: 'List rewards: their terms, what earned them, and which wait for others.',
      load: async () => (await import('./referrals/rewards.ts')).rewardsList,
    },
    simulate: {
      summary: 'Try a fraud rule on the referrals that are stored, without holding any.',
      load: async () => (await import('./referrals/simulate.ts')).simulate,
    },
    'codes list': {
      summary: 'List the codes of a user.',
      load: async () => (await import('./referrals/codes.ts')).codesList,
    },
    'codes show': {
      summary: 'Look a code up: whose it is, and what it is worth to a friend.',
      load: async () => (await import('./referrals/codes.ts')).codesShow,
    },
    'codes set': {
      summary: 'Give a user a chosen code.',
      load: async () => (await import('./referrals/codes.ts')).codesSet,
    },
    'codes disable': {
      summary: 'Disable a code.',
      load: async () => (await import('./referrals/codes.ts')).codesDisable,
    },
    'codes enable': {
      summary: 'Enable a disabled code.',
      load: async () => (await import('./referrals/codes.ts')).codesEnable,
    },
  },
  Files: {
    import: {
      summary: 'Import users, referrals or balances from a file.',
      load: async () => (await import('./transfers/import.ts')).importCommand,
    },
    export: {
      summary: 'Export the records of a kind to a file.',
      load: async () => (await import('./transfers/export.ts')).exportCommand,
    },
  },
  'Other tools': {
    api: {
      summary: 'Call any operation of the API with the key of the profile.',
      load: async () => (await import('./api/api.ts')).api,
    },
    mcp: {
      summary: 'Serve tools to an assistant (MCP) over standard input and output.',
      load: async () => (await import('./assistants/mcp.ts')).mcp,
    },
    completion: {
      summary: 'Print the completion of commands for bash, zsh or fish.',
      load: async () => (await import('./completion/completion.ts')).completionOf(commands),
    },
  },
}

export const commands: Readonly<Record<string, CommandEntry>> = Object.assign({}, ...Object.values(subjects))
