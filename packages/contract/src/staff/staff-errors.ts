import type { ErrorEntry } from '../frame/error-entry.ts'

/** Error codes of staff and their sessions. */
export const staffErrors = {
  SIGN_IN_FAILED: {
    status: 401,
    title: 'The sign-in failed',
    when: 'The e-mail address, the password or the second factor of a person of staff is wrong.',
    remedy: 'Check the entries and sign in again, or set a new password.',
  },
  FORBIDDEN_ORIGIN: {
    status: 403,
    title: 'The request does not come from the portal',
    when: 'A write with a session of staff has an `Origin` or `Sec-Fetch-Site` header of another site, or neither.',
    remedy: 'Use the portal at the address of the service, or send an API key instead of the session.',
  },
  REAUTHENTICATION_REQUIRED: {
    status: 403,
    title: 'A recent sign-in is required',
    when: 'The operation requires that a person of staff signed in within the last 15 minutes. API keys are not concerned.',
    remedy: 'Sign in again and repeat the request.',
  },
  ADDRESS_NOT_PROVEN: {
    status: 403,
    title: 'The e-mail address of the account is not proven',
    when: 'A person of staff accepts an invitation to a further merchant, and nothing has proven yet that the account belongs to the owner of its address.',
    remedy:
      'Set a new password by a link that was sent to the address, or that the operator printed with `staff reset`, and accept the invitation then.',
  },
  LINK_NOT_VALID: {
    status: 410,
    title: 'The link is not valid',
    when: 'A one-time link of the portal is unknown, was used already, or has expired.',
    remedy: 'Request a new link.',
  },
  STAFF_NOT_FOUND: {
    status: 404,
    title: 'Person of staff not found',
    when: 'No person of the merchant’s staff has this ID.',
    remedy: 'Use an ID from `GET staff`.',
  },
  INVITATION_NOT_FOUND: {
    status: 404,
    title: 'Invitation not found',
    when: 'The merchant has no open invitation with this ID: it was accepted, withdrawn, or has expired.',
    remedy: 'Use an ID from `GET staff-invitations`.',
  },
  LAST_OWNER: {
    status: 409,
    title: 'The last owner stays',
    when: 'The request would leave the merchant without an owner.',
    remedy: 'Make another person an owner first.',
  },
  ALREADY_MEMBER: {
    status: 409,
    title: 'The person belongs to the staff already',
    when: 'A person of the merchant’s staff has this e-mail address.',
    remedy: 'Change their role with `PUT staff/{staffId}`.',
  },
  ALREADY_INVITED: {
    status: 409,
    title: 'The person is invited already',
    when: 'There is an open invitation for this e-mail address.',
    remedy: 'Withdraw it with `DELETE staff-invitations/{invitationId}` to invite the person anew.',
  },
  ALIAS_TAKEN: {
    status: 409,
    title: 'The alias is taken',
    when: 'Another program has the requested alias.',
    remedy: 'Choose another alias.',
  },
} as const satisfies Record<string, ErrorEntry>

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
