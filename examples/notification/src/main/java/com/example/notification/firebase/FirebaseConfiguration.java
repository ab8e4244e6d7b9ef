package com.example.notification.firebase;

import com.example.notification.PushAddress;
import com.google.api.client.http.HttpTransport;
import com.google.api.client.http.javanet.NetHttpTransport;
import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.firebase.FirebaseApp;
import com.google.firebase.FirebaseOptions;
import com.google.firebase.messaging.FirebaseMessaging;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URL;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/**
 * The Firebase Admin SDK as it comes, but for its transport, which leads to this machine and
 * nowhere else.
 */
@Configuration
@Profile("firebase")
class FirebaseConfiguration {
  @Bean
  FirebaseMessaging firebaseMessaging(PushAddress push) {
    URI here = URI.create(push.address());
    HttpTransport transport =
        new NetHttpTransport.Builder()
            .setConnectionFactory(
                wanted ->
                    (HttpURLConnection)
                        new URL(here.getScheme(), here.getHost(), here.getPort(), wanted.getFile())
                            .openConnection())
            .build();
    AccessToken token = new AccessToken("local", Date.from(Instant.now().plus(Duration.ofDays(1))));
    FirebaseOptions options =
        FirebaseOptions.builder()
            .setProjectId("example")
            .setCredentials(GoogleCredentials.create(token))
            .setHttpTransport(transport)
            .build();
    return FirebaseMessaging.getInstance(FirebaseApp.initializeApp(options));
  }
}
