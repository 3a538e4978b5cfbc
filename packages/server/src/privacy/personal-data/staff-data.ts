import { merchant, type PersonalData, personal } from './treatment.ts'

type StaffTable = Extract<keyof PersonalData, 'membership' | 'letter_allowance' | `staff${string}`>

/** People who work for a merchant, who are no people of accounts, and what their assistants want to change. */
export const staffData: Pick<PersonalData, StaffTable> = {
  membership: merchant('staff_id', 'merchant_id', 'role', 'created_at'),
  staff: {
    ...merchant(
      'id',
      'name',
      'email',
      'email_verified',
      'image',
      'two_factor_enabled',
      'is_demo',
      'address_proven_at',
    ),
    ...merchant('created_at', 'updated_at'),
  },
  staff_assistant: {
    ...merchant('id', 'staff_id', 'tenant_id', 'client_id', 'client_name', 'may_write', 'redirect_uri'),
    ...merchant('code_hash', 'code_challenge', 'access_hash', 'access_expires_at', 'refresh_hash'),
    ...merchant('used_refresh_hash', 'created_at', 'expires_at'),
  },
  staff_assistant_write: {
    ...merchant(
      'id',
      'assistant_id',
      'tool',
      'state',
      'error_code',
      'created_at',
      'decided_at',
      'expires_at',
    ),
    // For a day; what came of it is a reward or a decision, which the person reads.
    input: personal(
      'the account that an assistant wants to give a reward',
      { when: 'ANSWERS', how: 'deleted' },
      { read: null },
    ),
  },
  staff_credential: {
    ...merchant('id', 'staff_id', 'provider', 'subject', 'password', 'access_token', 'refresh_token'),
    ...merchant('id_token', 'access_token_expires_at', 'refresh_token_expires_at', 'scope', 'created_at'),
    ...merchant('updated_at'),
  },
  staff_invitation: {
    ...merchant('id', 'merchant_id', 'email', 'role', 'token_hash', 'invited_by', 'created_at'),
    ...merchant('expires_at', 'proves_address'),
  },
  letter_allowance: merchant('subject', 'full_at_ms'),
  staff_link: merchant('token_hash', 'purpose', 'staff_id', 'created_at', 'expires_at'),
  staff_mail: {
    ...merchant('id', 'merchant_id', 'recipient', 'subject', 'text_box', 'state', 'created_at'),
  },
  staff_passkey: {
    ...merchant('id', 'staff_id', 'name', 'public_key', 'credential_id', 'counter', 'device_type'),
    ...merchant('backed_up', 'transports', 'aaguid', 'created_at'),
  },
  staff_session: {
    ...merchant('id', 'staff_id', 'token', 'expires_at', 'ip_address', 'user_agent', 'created_at'),
    ...merchant('updated_at'),
  },
  staff_two_factor: {
    ...merchant('id', 'staff_id', 'secret', 'backup_codes', 'verified', 'failed_verification_count'),
    ...merchant('locked_until'),
  },
  staff_used_code: merchant('staff_id', 'code_hash', 'used_at'),
  staff_verification: merchant('id', 'identifier', 'value', 'expires_at', 'created_at', 'updated_at'),
}
