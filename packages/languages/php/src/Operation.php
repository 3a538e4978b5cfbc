<?php

declare(strict_types=1);

namespace Goodword;

/**
 * What sending a request needs to know of an operation.
 *
 * @internal
 */
final class Operation
{
    /**
     * @param list<int> $successStatuses
     * @param bool $makesIdempotencyKey Whether a repeat without an `Idempotency-Key` would act again, or be refused.
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly array $successStatuses = [200],
        public readonly bool $takesApiKey = true,
        public readonly bool $makesIdempotencyKey = false,
    ) {
    }
}
