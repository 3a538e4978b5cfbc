export declare const stampFile: string
export declare function isBuilt(): boolean
export declare function stampOfSources(): string
