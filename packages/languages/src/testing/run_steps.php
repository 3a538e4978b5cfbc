<?php

// Runs the steps on standard input with the installed client, and writes what became of each.

declare(strict_types=1);

use Goodword\ApiError;
use Goodword\Client;
use Goodword\UserToken;
use Goodword\Webhook;

require getcwd() . '/vendor/autoload.php';

function run(array $step, array &$waits): mixed
{
    $named = $step['named'] ?? [];
    if ($step['do'] === 'sign') {
        return UserToken::sign(...$step['args'], ...$named);
    }
    if ($step['do'] === 'verify') {
        return Webhook::verify(...$step['args'], ...$named);
    }
    $wait = function (float $seconds) use (&$waits): void {
        $waits[] = $seconds;
    };
    $client = new Client(...$step['client'], sleep: $wait, chance: fn () => 0.0);
    if ($step['do'] === 'show') {
        return print_r($client, true);
    }
    $result = $client->{$step['operation']}(...$step['args'], ...$named);
    if ($step['do'] === 'iterate') {
        return array_column(iterator_to_array($result, false), 'id');
    }
    return $step['do'] === 'page' ? $result->page() : $result;
}

$outcomes = [];
foreach (json_decode(stream_get_contents(STDIN), true) as $step) {
    $waits = [];
    try {
        $outcome = ['result' => run($step, $waits)];
    } catch (ApiError $error) {
        $failure = [$error->errorCode, $error->status, $error->param, $error->requestId];
        $failure = [...$failure, $error->retryAfterSeconds, $error->docUrl];
        $outcome = ['failure' => $failure, 'message' => $error->getMessage()];
    } catch (InvalidArgumentException $error) {
        $outcome = ['mistake' => $error->getMessage()];
    }
    $outcomes[] = $outcome + ['waits' => $waits];
}
echo json_encode($outcomes, JSON_THROW_ON_ERROR);
