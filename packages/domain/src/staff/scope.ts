/** The scopes of an API key. */
export const scopes = ['read', 'write', 'money', 'admin'] as const
export type Scope = (typeof scopes)[number]
