import type { ErrorEntry } from '../frame/error-entry.ts'

/** The error codes of keys and custom domains. */
export const accessErrors = {
  API_KEY_NOT_FOUND: {
    status: 404,
    title: 'Unknown API key',
    when: 'No API key of the program has this ID in this mode.',
    remedy: 'Use an ID from `GET api-keys`.',
  },
  API_KEY_NAME_TAKEN: {
    status: 409,
    title: 'A working API key has this name',
    when: 'Another API key of the program that works has this name in this mode.',
    remedy: 'Choose another name, or roll or revoke the key that has it.',
  },
  API_KEY_ENDED: {
    status: 409,
    title: 'The API key cannot be rolled',
    when: 'The API key is revoked or expired, or another key has already replaced it.',
    remedy: 'Create a new key with `POST api-keys`, or roll the key named by `replacedBy`.',
  },
  TOO_MANY_API_KEYS: {
    status: 409,
    title: 'Too many API keys',
    when: 'The program has 100 working API keys in this mode.',
    remedy: 'Revoke one that is not needed any more with `DELETE api-keys/{keyId}`.',
  },
  LAST_ADMIN_KEY: {
    status: 409,
    title: 'The last API key with the scope admin',
    when: 'An API key revokes the last working key of the program that has the scope `admin`. Nothing could create keys through the API afterwards.',
    remedy: 'Roll the key, create another one with the scope `admin` first, or let staff revoke it.',
  },
  DOMAIN_NOT_FOUND: {
    status: 404,
    title: 'Unknown domain',
    when: 'The program does not have this custom domain in this mode.',
    remedy: 'Use a domain from `GET domains`.',
  },
  TOO_MANY_DOMAINS: {
    status: 409,
    title: 'Too many domains',
    when: 'The program has 20 custom domains in this mode, or the service has as many as it can have.',
    remedy: 'Remove a domain that is not needed any more with `DELETE domains/{domain}`.',
  },
} as const satisfies Record<string, ErrorEntry>
