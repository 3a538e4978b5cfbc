/** What an API key may be allowed to do. */
export const scopes = ['read', 'write', 'money', 'admin'] as const
export type Scope = (typeof scopes)[number]
