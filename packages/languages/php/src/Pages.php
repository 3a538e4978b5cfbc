<?php

declare(strict_types=1);

namespace Goodword;

/**
 * A list: iterated it is every entry of every page, each page requested when it is needed.
 *
 * @template Entry
 * @template Page
 * @implements \IteratorAggregate<int, Entry>
 */
final class Pages implements \IteratorAggregate
{
    /**
     * @internal
     * @param \Closure(?string): array<string, mixed> $pageAt
     */
    public function __construct(
        private readonly string $entries,
        private readonly bool $isPaged,
        private readonly \Closure $pageAt,
    ) {
    }

    /**
     * Requests the first page alone, with its `nextCursor`.
     *
     * @return Page
     */
    public function page(): array
    {
        return ($this->pageAt)(null);
    }

    /** @return \Generator<int, Entry> */
    public function getIterator(): \Generator
    {
        $cursor = null;
        do {
            $page = ($this->pageAt)($cursor);
            foreach ($page[$this->entries] as $entry) {
                yield $entry;
            }
            $cursor = $page['nextCursor'] ?? null;
            // A feed gives a cursor on every page, so that polling can go on: its iteration ends where nothing is new.
        } while ($this->isPaged && $cursor !== null && $page[$this->entries] !== []);
    }
}
