export const settingsTabs = ['team', 'domains', 'security', 'limits', 'danger'] as const
